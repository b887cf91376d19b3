import { timestamp } from '@herald/envelopes';
import { shape } from '@herald/http';
import { collection } from '@herald/persistence';
import Joi from 'joi';

/** A user of a company, who signs in by e-mail or username. Both are kept in lower case. */
export type Profile = {
  uuid: string;
  company_id: string;
  email?: string;
  username?: string;
  name: string;
  /** What `hashPassword` gave. Never part of an answer, a log line or a message. */
  password_hash: string;
  created_at: Date;
  updated_at: Date;
};

export const profileModel = collection<Profile>('profiles', {
  fields: {
    uuid: String,
    company_id: String,
    email: String,
    username: String,
    name: String,
    password_hash: String,
  },
  indexes: [
    [{ uuid: 1 }, { unique: true }],
    // A profile may do without one of the two: only those that have it compete for it.
    [
      { company_id: 1, email: 1 },
      { unique: true, partialFilterExpression: { email: { $exists: true } }, name: 'one_email' },
    ],
    [
      { company_id: 1, username: 1 },
      { unique: true, partialFilterExpression: { username: { $exists: true } }, name: 'one_username' },
    ],
  ],
  timestamps: true,
});

export const profileShape = shape({
  uuid: Joi.string(),
  company_id: Joi.string(),
  email: Joi.string().allow(null),
  username: Joi.string().allow(null),
  name: Joi.string(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

/** A profile as answers show it; field by field, so that what is secret stays here. */
export function toProfile({ uuid, company_id, email = '', username = '', name, created_at, updated_at }: Profile) {
  return { uuid, company_id, email: email || null, username: username || null, name, created_at, updated_at };
}
