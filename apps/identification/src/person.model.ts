import { timestamp, type FieldTimes, type Provenance, type Unproven } from '@herald/contracts';
import { shape } from '@herald/http';
import { json, collection } from '@herald/persistence';
import Joi from 'joi';
import type { Claim } from './claims';

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
  /** The time of the newest value. */
  reported_at: Date;
  said?: FieldTimes;
  unproven?: Unproven;
  /** The device by whose unproven word the person became known. */
  first_device?: { core_id: string; at: Date };
  /** Known from the index alone; not shown. */
  is_unreported?: boolean;
  claims?: Claim[];
  /** Persons from before do not have it. */
  revision?: number;
  created_at: Date;
  updated_at: Date;
};

/** All of a person but what names the record. */
export type PersonBody = Omit<Person, 'id' | 'uuid' | 'company_id' | 'dni' | 'created_at' | 'updated_at'>;

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
    apple_users_id: json,
    reported_at: Date,
    said: json,
    unproven: json,
    first_device: json,
    is_unreported: Boolean,
    claims: json,
    revision: Number,
  },
  indexes: [
    [{ id: 1 }, { unique: true }],
    [{ dni: 1, company_id: 1 }, { unique: true }],
    [{ email: 1, company_id: 1 }],
    [{ 'claims.at': 1 }, { sparse: true }],
  ],
  timestamps: true,
});

export const claimsDescription =
  'A person about whom a device said something without proof has `claims`: which device (`core_id`), when (`at`) and ' +
  'what was not taken over (`fields`; `device` stands for being the last device).';

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
  claims: Joi.array()
    .items(shape({ core_id: text(), at: timestamp(), fields: Joi.object().pattern(Joi.string(), Joi.string()) }))
    .optional(),
});

/** A person as answers show it, with the claims that are not too old, if there are any. */
export function toPerson(person: Person, oldestClaim: Date) {
  const claims = (person.claims ?? []).filter(({ at }) => at >= oldestClaim);
  return { ...withoutClaims(person), ...(claims.length > 0 ? { claims } : {}) };
}

function withoutClaims({ id, dni, name, lastname, email, phone, created_at, updated_at, ...rest }: Person) {
  const { status, uuid, apple_users_id } = rest;
  return { id, dni, name, lastname, email, phone, created_at, updated_at, status, uuid, apple_users_id };
}

/** Who said what of a person, and when. Values stored before that was kept are as old as the newest value. */
export function provenanceOf({ said, unproven, reported_at, ...person }: PersonBody): Provenance {
  if (said) return { said, unproven };
  const filled = (['name', 'lastname', 'email', 'phone'] as const).filter((name) => person[name] !== '');
  return { said: Object.fromEntries(filled.map((name) => [name, reported_at])) };
}
