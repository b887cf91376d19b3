import { parseArgs } from 'node:util';
import { connectDatabase, describeIndex, type Connection, type DatabaseServer } from '@herald/persistence';
import type { Service } from '../define-service';
import type { LoadStandIns } from '../development';
import { databaseName, readDatabaseSettings, type Env } from '../settings';
import { StartError } from '../start-error';
import { migrate, type Say } from './migrate';
import { readState, schemaOf, whyNotCurrent, type Schema } from './schema';

type MigrateOptions = { args: string[]; say: Say; develop?: LoadStandIns };

/**
 * `node main.js migrate [--check]`: migrates the databases of these services, or prints where they differ from their
 * declarations. It needs MONGO_URL and NAMESPACE alone. Gives the exit code.
 */
export async function runMigrate(list: Service[], env: Env, { args, say, develop }: MigrateOptions): Promise<number> {
  const { check } = optionsIn(args);
  const { url, namespace, leave } = await findDatabase(env, develop);
  let server: DatabaseServer | undefined;
  try {
    server = await connectDatabase(url, { poolSize: 5, socketTimeoutMs: 0 }).catch((cause: unknown) => {
      throw new StartError('MONGO_URL: no database answers', { cause });
    });
    const found: string[][] = [];
    for (const schema of list.map(schemaOf)) {
      const database = server.database(databaseName(namespace, schema.service));
      if (check) found.push(...(await differences(database, schema)));
      else await migrate(database, schema, say);
    }
    if (check) tableOf(found).forEach(say);
    return found.length > 0 ? 1 : 0;
  } finally {
    await server?.close();
    await leave();
  }
}

function optionsIn(args: string[]): { check?: boolean } {
  try {
    return parseArgs({ args, options: { check: { type: 'boolean' } } }).values;
  } catch {
    throw new StartError('migrate: the only option is --check');
  }
}

/** In development without MONGO_URL: that of the stand-ins. */
async function findDatabase(env: Env, develop?: LoadStandIns) {
  const { MONGO_URL, NAMESPACE: namespace, NODE_ENV, DATA_DIR } = readDatabaseSettings(env);
  if (MONGO_URL) return { url: MONGO_URL, namespace, leave: async () => {} };
  if (NODE_ENV === 'production' || !develop) throw new StartError('Missing: MONGO_URL');
  const { urls, stop } = await (await develop()).joinOrStart(DATA_DIR);
  return { url: urls.MONGO_URL!, namespace, leave: stop };
}

/** Where a database differs from its declarations: service, collection, finding, index. */
async function differences(database: Connection, schema: Schema): Promise<string[][]> {
  const state = await readState(database, schema);
  const rows = state.checks.flatMap(({ record: { name }, exists, missing, differing, extra }) => [
    ...(exists ? [] : [[name, 'missing', 'the collection']]),
    ...missing.map((index) => [name, 'missing', describeIndex(index)]),
    ...differing.map(({ live, declared }) => [name, 'differs', `${describeIndex(live)}; ${describeIndex(declared)}`]),
    ...extra.map((index) => [name, 'extra', describeIndex(index)]),
  ]);
  const isOlder = (state.number ?? -1) < schema.number;
  const ofNumber = isOlder ? [['-', 'older', whyNotCurrent(state, schema)!]] : [];
  return [...ofNumber, ...rows].map((row) => [schema.service, ...row]);
}

function tableOf(rows: string[][]): string[] {
  if (rows.length === 0) return ['All collections and indexes are as declared'];
  const table = [['SERVICE', 'COLLECTION', 'FINDING', 'INDEX (there; declared)'], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}
