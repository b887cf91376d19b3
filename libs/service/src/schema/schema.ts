import { integer, string, timestamp, type ServiceName } from '@herald/contracts';
import {
  checkCollections,
  describeIndex,
  idempotencyKeys,
  record,
  requestTimes,
  type AnyRecord,
  type CollectionCheck,
  type Connection,
} from '@herald/persistence';
import type { Service } from '../define-service';
import { jobLeases } from '../lease.model';
import { outbox } from '../outbox.model';

/**
 * A change of stored data or of an index that declarations cannot express. It may be killed at any line and run again,
 * twice at the same time, and while processes of the version before read and write.
 */
export type Migration = {
  /** 1 for the first of a service; a released migration keeps its number. */
  number: number;
  /** What it does, in the words of its line of output. */
  name: string;
  run: (database: Connection) => Promise<void>;
};

/** What a version of a service expects of its database. */
export type Schema = { service: ServiceName; records: AnyRecord[]; migrations: Migration[]; number: number };

/** The number of the last migration that was run. */
export const schemaVersions = record('schema_versions', {
  internal: { _id: string(), number: integer(), migrated_at: timestamp() },
  personal: [],
  impersonal: ['_id', 'number', 'migrated_at'],
  shardKey: ['_id'],
});
export const versionId = 'schema';

/** Collections of every service. */
export const houseRecords: AnyRecord[] = [outbox, jobLeases, requestTimes, idempotencyKeys, schemaVersions];

export function schemaOf({ name, records = [], migrations = [] }: Service): Schema {
  const numbers = migrations.map(({ number }) => number);
  if (numbers.some((number, at) => number !== at + 1))
    throw new Error(`${name}: migrations are numbered from 1, in their order`);
  return { service: name, records: [...records, ...houseRecords], migrations, number: migrations.length };
}

/** The database as it is. */
export type SchemaState = {
  /** Undefined: never migrated. */
  number: number | undefined;
  checks: CollectionCheck[];
};

export async function readState(database: Connection, { records }: Schema): Promise<SchemaState> {
  const [version, checks] = await Promise.all([
    schemaVersions.model(database).findById(versionId).lean(),
    checkCollections(database, records),
  ]);
  return { number: version?.number, checks };
}

/** Why this version cannot work with the database, in one line; undefined if it can. */
export function whyNotCurrent({ number, checks }: SchemaState, schema: Schema): string | undefined {
  if (number === undefined) return 'the database was never migrated';
  // A later version may have replaced an index; it is written so that processes of this version can work on.
  if (number > schema.number) return undefined;
  if (number < schema.number) return `the database has schema ${number}, this version needs ${schema.number}`;
  const wrong = checks.find(({ exists, missing, differing }) => !exists || missing.length + differing.length > 0);
  if (!wrong) return undefined;
  const { record: collection, missing, differing } = wrong;
  const index = missing[0] ?? differing[0]?.declared;
  return index
    ? `${collection.name} has no index ${describeIndex(index)}`
    : `there is no collection ${collection.name}`;
}
