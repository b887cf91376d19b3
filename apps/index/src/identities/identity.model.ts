import {
  boolean,
  integer,
  list,
  nullable,
  object,
  optional,
  provenance,
  string,
  timestamp,
  type TypeOf,
} from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';
import { blockField } from '@herald/subjects';
import { appAnswerFields, appEntryFields } from '../apps/app-entry.model';

const text = () => string().allow('');
const person = object({ dni: text(), email: text() });
const keys = { dni: optional(string()), email: optional(string()) };

/** Each of them belongs to one identity of a company. */
export type IdentityKey = keyof typeof keys;

const uniqueWherePresent = (key: IdentityKey) => ({
  unique: true,
  partialFilterExpression: { [key]: { $exists: true } },
});

/** Persons as the index knows them, by company. */
export const identities = record('identities', {
  fields: {
    uuid: text(),
    core_id: text(),
    phone_number: text(),
    name: text(),
    last_name: text(),
    nationality: text(),
    img: text(),
    status: boolean(),
    /** The uuids of identities that were merged into this one. */
    former_documents: nullable(list(text())),
    load_uuid: nullable(text()),
    apps: list(object({ ...appEntryFields, person })),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  internal: {
    company_id: string(),
    ...keys,
    /** The keys of a merged identity, until it is deleted and they are free. */
    inherited: optional(object(keys)),
    ...provenance,
    /** Until other services are told of a change that no later delivery or request would repeat. */
    is_untold: optional(boolean()),
    block: blockField(),
    revision: integer(),
  },
  personal: [
    'uuid',
    'core_id',
    'phone_number',
    'name',
    'last_name',
    'nationality',
    'img',
    'former_documents',
    'load_uuid',
    'apps',
    'dni',
    'email',
    'inherited',
    'unproven',
    'block',
  ],
  impersonal: ['status', 'created_at', 'updated_at', 'company_id', 'said', 'is_untold', 'revision'],
  indexes: [
    [{ uuid: 1 }, { unique: true }],
    [{ company_id: 1, dni: 1 }, uniqueWherePresent('dni')],
    [{ company_id: 1, email: 1 }, uniqueWherePresent('email')],
    [{ former_documents: 1, company_id: 1 }],
    [{ is_untold: 1 }, { partialFilterExpression: { is_untold: true } }],
  ],
});
export type Identity = Stored<typeof identities>;

const times = { created_at: nullable(timestamp()), updated_at: nullable(timestamp()) };

export const identityAnswer = object({
  ...identities.fields,
  company_uid: text(),
  dni: text(),
  email: text(),
  apps: list(object({ ...appAnswerFields, ...times, person })),
});

export const toIdentityAnswer = (identity: Identity): TypeOf<typeof identityAnswer> => {
  const { company_id: company_uid, dni = '', email = '' } = identity;
  return { ...identities.toAnswer(identity), company_uid, dni, email };
};

/** An identity without any values. */
export function blankIdentity(uuid: string, company_id: string, at: Date): Identity {
  const texts = { core_id: '', phone_number: '', name: '', last_name: '', nationality: '', img: '' };
  const empty = { status: true, former_documents: null, load_uuid: null, apps: [], said: {}, revision: 1 };
  return { uuid, company_id, ...texts, ...empty, created_at: at, updated_at: at };
}
