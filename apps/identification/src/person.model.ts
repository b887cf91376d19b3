import { timestamp } from '@herald/envelopes';
import { shape } from '@herald/http';
import { asItCame, collection } from '@herald/persistence';
import Joi from 'joi';

export type Person = {
  id: number;
  uuid: string;
  company_id: string;
  dni: string;
  name: string;
  lastname: string;
  email: string;
  phone: string;
  status: boolean;
  apple_users_id: string[];
  /** When the newest word on this person was spoken. */
  reported_at: Date;
  created_at: Date;
  updated_at: Date;
};

export const personModel = collection<Person>('persons', {
  fields: {
    id: Number,
    uuid: String,
    company_id: String,
    dni: String,
    name: String,
    lastname: String,
    email: String,
    phone: String,
    status: Boolean,
    apple_users_id: asItCame,
    reported_at: Date,
  },
  indexes: [
    [{ id: 1 }, { unique: true }],
    [{ dni: 1, company_id: 1 }, { unique: true }],
  ],
  timestamps: true,
});

const text = () => Joi.string().allow('');

export const personShape = shape({
  id: Joi.number().integer(),
  dni: text(),
  name: text(),
  lastname: text(),
  email: text(),
  phone: text(),
  created_at: timestamp(),
  updated_at: timestamp(),
  status: Joi.boolean(),
  uuid: text(),
  apple_users_id: Joi.array().items(text()),
});

/** A person as answers show it. */
export function toPerson({ id, dni, name, lastname, email, phone, created_at, updated_at, ...rest }: Person) {
  const { status, uuid, apple_users_id } = rest;
  return { id, dni, name, lastname, email, phone, created_at, updated_at, status, uuid, apple_users_id };
}
