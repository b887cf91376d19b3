import { setTimeout as sleep } from 'node:timers/promises';
import { buildCollection, describeIndex, leases, type CollectionCheck, type Connection } from '@herald/persistence';
import { jobLeases } from '../lease.model';
import { StartError } from '../start-error';
import { readState, schemaVersions, versionId, whyNotCurrent, type Schema, type SchemaState } from './schema';

/** After a crash another process takes over within this time. */
const defaultLeaseMs = 15_000;
const pollMs = 200;
const lockName = 'migrate';

/** Prints one line of progress. */
export type Say = (line: string) => void;

/** Brings the database to the schema of this version; one process at a time, and nothing if it is there already. */
export async function migrate(database: Connection, schema: Schema, say: Say, leaseMs = defaultLeaseMs): Promise<void> {
  const line: Say = (text) => say(`${schema.service}: ${text}`);
  if (isCurrent(await readState(database, schema), schema, line)) return;
  const Lease = jobLeases.model(database);
  await Lease.createCollection();
  const { acquire, release } = leases(Lease, { leaseMs });
  for (let tries = 0; !(await acquire(lockName)); tries++) {
    if (tries === 0) line('waiting for another process that migrates');
    await sleep(pollMs);
  }
  try {
    const state = await readState(database, schema);
    if (!isCurrent(state, schema, line)) await run(database, schema, state, line);
  } finally {
    await release(lockName);
  }
}

function isCurrent(state: SchemaState, schema: Schema, line: Say): boolean {
  if (whyNotCurrent(state, schema)) return false;
  const isNewer = state.number! > schema.number;
  line(isNewer ? `schema ${state.number} is newer than this version` : `schema ${schema.number}, nothing to do`);
  return true;
}

async function run(database: Connection, schema: Schema, state: SchemaState, line: Say): Promise<void> {
  const isFresh = state.number === undefined && state.checks.every(isUntouched);
  const done = isFresh ? schema.number : (state.number ?? 0);
  for (const migration of schema.migrations.filter(({ number }) => number > done)) {
    await migration.run(database);
    await keepNumber(database, migration.number);
    line(`migration ${migration.number}: ${migration.name}`);
  }
  const { checks } = isFresh ? state : await readState(database, schema);
  const building = checks.map((check) => () => build(database, check, line));
  // Builds over stored records follow each other: together they would take the database from the services.
  if (isFresh) await Promise.all(building.map((one) => one()));
  else for (const one of building) await one();
  refuseDiffering(schema, checks);
  await keepNumber(database, schema.number);
  line(`schema ${schema.number}`);
}

/** No process of any version has worked with the collection. */
const isUntouched = ({ record, exists }: CollectionCheck) => !exists || record.name === jobLeases.name;

async function build(database: Connection, check: CollectionCheck, line: Say): Promise<void> {
  const { record, exists, missing } = check;
  await buildCollection(database, check);
  if (!exists) line(`collection ${record.name}`);
  for (const index of missing) line(`index of ${record.name}: ${describeIndex(index)}`);
}

/** To drop an index, and the promise it holds with it, is a decision: a migration takes it, or an operator. */
function refuseDiffering({ service }: Schema, checks: CollectionCheck[]): void {
  const [first] = checks.flatMap(({ record, differing }) =>
    differing.map((one) => ({ ...one, collection: record.name })),
  );
  if (!first) return;
  const [live, declared] = [first.live, first.declared].map(describeIndex);
  throw new StartError(
    `${service}: ${first.collection} has the index ${live}, where ${declared} is declared: drop it, and migrate again`,
  );
}

/** A number never decreases, whichever version writes last. */
async function keepNumber(database: Connection, number: number): Promise<void> {
  const update = { $max: { number }, $set: { migrated_at: new Date() } };
  await schemaVersions.model(database).updateOne({ _id: versionId }, update, { upsert: true });
}
