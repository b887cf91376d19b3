import { timestamp, type FieldTimes, type Unproven } from '@herald/contracts';
import { shape } from '@herald/http';
import { json, collection } from '@herald/persistence';
import Joi from 'joi';
import type { AppEntry } from './app-entry';

export type IdentityApp = AppEntry & { person: { dni: string; email: string } };

export type Identity = {
  uuid: string;
  company_id: string;
  core_id: string;
  dni?: string;
  email?: string;
  phone_number: string;
  name: string;
  last_name: string;
  nationality: string;
  img: string;
  status: boolean;
  /** The uuids of identities that were merged into this one. */
  former_documents: string[] | null;
  load_uuid: string | null;
  apps: IdentityApp[];
  /** What a merged identity leaves to this one, until the other is gone and its dni and e-mail are free. */
  inherited?: { dni?: string; email?: string };
  said: FieldTimes;
  unproven?: Unproven;
  revision: number;
  created_at: Date;
  updated_at: Date;
};

const one = (name: 'dni' | 'email') => ({ unique: true, partialFilterExpression: { [name]: { $exists: true } } });

export const identityModel = collection<Identity>('identities', {
  fields: {
    uuid: String,
    company_id: String,
    core_id: String,
    dni: String,
    email: String,
    phone_number: String,
    name: String,
    last_name: String,
    nationality: String,
    img: String,
    status: Boolean,
    former_documents: json,
    load_uuid: String,
    apps: json,
    inherited: json,
    said: json,
    unproven: json,
    revision: Number,
    created_at: Date,
    updated_at: Date,
  },
  indexes: [
    [{ uuid: 1 }, { unique: true }],
    [{ company_id: 1, dni: 1 }, one('dni')],
    [{ company_id: 1, email: 1 }, one('email')],
    [{ former_documents: 1, company_id: 1 }],
  ],
});

/** An identity of which nothing is known yet. */
export function blankIdentity(uuid: string, company_id: string, at: Date): Identity {
  const texts = { core_id: '', phone_number: '', name: '', last_name: '', nationality: '', img: '' };
  const empty = { status: true, former_documents: null, load_uuid: null, apps: [], said: {}, revision: 1 };
  return { uuid, company_id, ...texts, ...empty, created_at: at, updated_at: at };
}

const text = () => Joi.string().allow('');

export const identityShape = shape({
  uuid: text(),
  company_uid: text(),
  core_id: text(),
  dni: text(),
  email: text(),
  phone_number: text(),
  name: text(),
  last_name: text(),
  nationality: text(),
  img: text(),
  status: Joi.boolean(),
  former_documents: Joi.array().items(text()).allow(null),
  load_uuid: text().allow(null),
  created_at: timestamp(),
  updated_at: timestamp(),
  apps: Joi.array().items(
    shape({
      app_id: text(),
      created_at: timestamp().allow(null),
      updated_at: timestamp().allow(null),
      version: text(),
      person: shape({ dni: text(), email: text() }),
      tags: Joi.object().unknown(),
    }),
  ),
});

/** An identity as answers show it. */
export function toIdentity(identity: Identity & { _id?: unknown }) {
  const { _id, company_id, said, unproven, revision, inherited, dni = '', email = '', ...shown } = identity;
  return { ...shown, company_uid: company_id, dni, email };
}
