import { timestamp } from '@herald/envelopes';
import { shape } from '@herald/http';
import { collection } from '@herald/persistence';
import Joi from 'joi';

export const identifications = ['email', 'username', 'document'] as const;

export type Company = {
  id: number;
  uuid: string;
  name: string;
  /** How the company's users are told apart. */
  identified_by: (typeof identifications)[number];
  status: boolean;
  created_at: Date;
  updated_at: Date;
};

export const companyModel = collection<Company>('companies', {
  fields: {
    id: Number,
    uuid: String,
    name: String,
    identified_by: String,
    status: Boolean,
  },
  indexes: [
    [{ id: 1 }, { unique: true }],
    [{ uuid: 1 }, { unique: true }],
  ],
  timestamps: true,
});

export const companyShape = shape({
  id: Joi.number().integer(),
  uuid: Joi.string(),
  name: Joi.string(),
  identified_by: Joi.valid(...identifications),
  status: Joi.boolean(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

/** A company as answers show it. */
export function toCompany({ id, uuid, name, identified_by, status, created_at, updated_at }: Company) {
  return { id, uuid, name, identified_by, status, created_at, updated_at };
}
