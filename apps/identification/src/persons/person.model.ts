import {
  boolean,
  integer,
  list,
  mapOf,
  object,
  optional,
  provenance,
  string,
  timestamp,
  type Provenance,
  type TypeOf,
} from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';
import { blockField } from '@herald/subjects';

const text = () => string().allow('');

/** What a device reported of a person without proof and was refused. */
const claim = object({ core_id: text(), at: timestamp(), fields: mapOf(string()) });
export type Claim = TypeOf<typeof claim>;

/** Persons as they are reported, by company. */
export const persons = record('persons', {
  fields: {
    id: integer(),
    dni: text(),
    name: text(),
    lastname: text(),
    email: text(),
    phone: text(),
    status: boolean(),
    uuid: text(),
    apple_users_id: list(text()),
  },
  internal: {
    company_id: string(),
    /** The time of the newest value. */
    reported_at: timestamp(),
    said: optional(provenance.said),
    unproven: provenance.unproven,
    /** The device by whose unproven report the person became known. */
    first_device: optional(object({ core_id: string(), at: timestamp() })),
    /** Known from the index alone; not shown. */
    is_unreported: optional(boolean()),
    claims: optional(list(claim)),
    block: blockField(),
    /** Persons that were stored before it was kept have none. */
    revision: optional(integer()),
  },
  personal: [
    'id',
    'dni',
    'name',
    'lastname',
    'email',
    'phone',
    'uuid',
    'apple_users_id',
    'unproven',
    'first_device',
    'claims',
    'block',
  ],
  impersonal: ['status', 'company_id', 'reported_at', 'said', 'is_unreported', 'revision'],
  indexes: [
    [{ dni: 1, company_id: 1 }, { unique: true }],
    [{ email: 1, company_id: 1 }],
    [{ uuid: 1 }],
    [{ 'claims.at': 1 }, { sparse: true }],
    // An erasure looks for what the person's devices said of others.
    [{ 'claims.core_id': 1 }, { sparse: true }],
    [{ 'first_device.core_id': 1 }, { sparse: true }],
  ],
  // The id comes from a sequence, and nothing is looked up by it.
  shardKey: ['dni'],
  timestamps: true,
});
export type Person = Stored<typeof persons>;

/** A person without the keys of its record. */
export type PersonBody = Omit<Person, 'id' | 'uuid' | 'company_id' | 'dni' | 'created_at' | 'updated_at'>;

export const claimsDescription =
  'A person of whom a device reported something without proof has `claims`: the device (`core_id`), the time (`at`) ' +
  'and what was not taken over (`fields`; `device` means to be the last device).';

export const personAnswer = object({ ...persons.fields, claims: optional(list(claim)) });

/** The person with the claims that have not expired, if there are any. */
export function toPersonAnswer(person: Person, oldestClaim: Date): TypeOf<typeof personAnswer> {
  const claims = (person.claims ?? []).filter(({ at }) => at >= oldestClaim);
  return { ...persons.toAnswer(person), ...(claims.length > 0 ? { claims } : {}) };
}

/** The source of each value. Values that were stored before it was kept are as old as the newest value. */
export function provenanceOf({ said, unproven, reported_at, ...person }: PersonBody): Provenance {
  if (said) return { said, unproven };
  const filled = (['name', 'lastname', 'email', 'phone'] as const).filter((name) => person[name] !== '');
  return { said: Object.fromEntries(filled.map((name) => [name, reported_at])) };
}
