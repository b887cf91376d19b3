import { string, timestamp } from '@herald/contracts';
import {
  batchedReads,
  batchedUpserts,
  findPlain,
  record,
  retryOnCollision,
  type Connection,
} from '@herald/persistence';
import type { Subject } from './subject';

/** What was erased: it keeps messages that were written before from bringing a person back. */
export const tombstones = record('tombstones', {
  internal: {
    /** A keyed hash of the company and of what named the person. */
    _id: string(),
    company_id: string(),
    erased_at: timestamp(),
    expires_at: timestamp(),
  },
  personal: ['_id'],
  impersonal: ['company_id', 'erased_at', 'expires_at'],
  indexes: [[{ expires_at: 1 }, { expireAfterSeconds: 0 }]],
  shardKey: ['_id'],
});

type Hash = (value: string) => string;
type Name = { dni: string } | { email: string } | { core_id: string };

/** The id of the tombstone of a name. */
export const idOf = (company_id: string, name: Name, hash: Hash) => hash(JSON.stringify([company_id, name]));

function namesOf({ dnis, emails, core_ids }: Subject): Name[] {
  const persons = [...dnis.map((dni) => ({ dni })), ...emails.map((email) => ({ email }))];
  return [...persons, ...core_ids.map((core_id) => ({ core_id }))];
}

/** Writes a person's tombstones, before anything is erased: of a late writer and the erasure one sees the other. */
export async function bury(
  subject: Subject,
  erased_at: Date,
  { database, hash, days }: { database: Connection; hash: Hash; days: number },
): Promise<void> {
  const { company_id } = subject;
  const upsert = batchedUpserts(tombstones.model(database));
  const times = { erased_at, expires_at: new Date(erased_at.getTime() + days * 86_400_000) };
  const write = (name: Name) =>
    upsert({ filter: { _id: idOf(company_id, name, hash) }, update: { $set: { company_id }, $max: times } });
  await Promise.all(namesOf(subject).map((name) => retryOnCollision(() => write(name))));
}

export type Erasures = ReturnType<typeof erasures>;

/** Looks up what was erased in a service that declares `tombstones` among its records. */
export function erasures(database: Connection, hash: Hash) {
  const Tombstone = tombstones.model(database);
  const read = batchedReads(Tombstone, { isDeferred: true });
  const isInForce = ({ expires_at }: { expires_at: Date }) => expires_at.getTime() > Date.now();
  return {
    /** The time of the erasure of what bears the name in a company; undefined where there was none. */
    async erasedAt(company_id: string, name: Name): Promise<Date | undefined> {
      const found = await read({ _id: idOf(company_id, name, hash) });
      return found && isInForce(found) ? found.erased_at : undefined;
    },
    /** Those of some devices that were erased. */
    async erasedDevices(company_id: string, coreIds: string[]): Promise<Set<string>> {
      const byId = new Map(coreIds.map((core_id) => [idOf(company_id, { core_id }, hash), core_id]));
      const found = byId.size > 0 ? await findPlain(Tombstone, { _id: { $in: [...byId.keys()] } }) : [];
      return new Set(found.filter(isInForce).map(({ _id }) => byId.get(_id)!));
    },
  };
}

const promptMs = 60_000;

/** Such a message is compared with the tombstones, whatever it changes. */
export const hasWaited = (at: Date): boolean => Date.now() - at.getTime() > promptMs;

/**
 * True where a message may be older than an erasure: it would create the record, was written before the record was, or
 * has waited for long. What a known device reports in time costs no look-up.
 */
export const mayBeErased = (known: { created_at: Date } | undefined, at: Date): boolean =>
  !known || at < known.created_at || hasWaited(at);

type Words = {
  company_id: string;
  core_id: string;
  /** What names the person: the dni, else the e-mail. */
  person: Name;
  isProven: boolean;
  at: Date;
};

/**
 * Whether a report would bring an erased person back: `late` when it was written before the erasure, `hearsay` when a
 * device that is not the person's says the name without proof. The person's own device makes a new person.
 */
export async function bringsBack(
  { company_id, core_id, person, isProven, at }: Words,
  { erasedAt }: Pick<Erasures, 'erasedAt'>,
): Promise<'late' | 'hearsay' | undefined> {
  const [ofPerson, ofDevice] = await Promise.all([erasedAt(company_id, person), erasedAt(company_id, { core_id })]);
  if ([ofPerson, ofDevice].some((erased) => erased !== undefined && at <= erased)) return 'late';
  return ofPerson && !ofDevice && !isProven ? 'hearsay' : undefined;
}
