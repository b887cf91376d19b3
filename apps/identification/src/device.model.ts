import { timestamp } from '@herald/contracts';
import { shape } from '@herald/http';
import { json, collection } from '@herald/persistence';
import Joi from 'joi';

export type Device = {
  id: number;
  company_id: string;
  core_id: string;
  core_id_type: string;
  characteristics: Record<string, unknown>;
  location?: [number, number];
  /** Whose device it is, normalised, as an operator or a device with proof last said. */
  person_dni?: string;
  /** When that was said; devices from before do not have it. */
  person_at?: Date;
  /** Whose device it is by its own word, without proof; normalised. */
  said_dni?: string;
  status: boolean;
  reported_at: Date;
  created_at: Date;
  updated_at: Date;
};

export const deviceModel = collection<Device>('devices', {
  fields: {
    id: Number,
    company_id: String,
    core_id: String,
    core_id_type: String,
    characteristics: json,
    location: json,
    person_dni: String,
    person_at: Date,
    said_dni: String,
    status: Boolean,
    reported_at: Date,
  },
  indexes: [
    [{ id: 1 }, { unique: true }],
    [{ core_id: 1, company_id: 1 }, { unique: true }],
    [{ person_dni: 1, person_at: -1, reported_at: -1, company_id: 1 }],
  ],
  timestamps: true,
});

export const deviceShape = shape({
  id: Joi.number().integer(),
  core_id: Joi.string(),
  characteristics: Joi.object().unknown(),
  created_at: timestamp(),
  updated_at: timestamp(),
  status: Joi.boolean(),
  core_id_type: Joi.string().allow(''),
});

/** A device as answers show it. */
export function toDevice({ id, core_id, characteristics, created_at, updated_at, status, core_id_type }: Device) {
  return { id, core_id, characteristics, created_at, updated_at, status, core_id_type };
}
