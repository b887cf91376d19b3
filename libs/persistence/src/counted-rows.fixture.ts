import { randomBytes } from 'node:crypto';
import { integer, string } from '@herald/contracts';
import { connectDatabase } from './connect';
import { buildCollection, checkCollections } from './indexes';
import { record } from './record';

export const countIndex = { count: 1, _id: 1 } as const;

const rows = record('rows', {
  internal: { _id: string(), count: integer() },
  personal: [],
  impersonal: ['_id', 'count'],
  indexes: [[countIndex]],
});

/** A collection of its own of 25 records, which keeps the commands that find and count some. */
export async function openCountedRows(idOf: (count: number) => string) {
  const reads: Record<string, unknown>[] = [];
  const onQuery = (_: string, command: Record<string, unknown>) => {
    if ('find' in command || 'aggregate' in command) reads.push(command);
  };
  const server = await connectDatabase(process.env.MONGO_URL!, { onQuery });
  const database = server.database(`t${randomBytes(6).toString('hex')}_rows`);
  for (const check of await checkCollections(database, [rows])) await buildCollection(database, check);
  const Row = rows.model(database);
  await Row.insertMany(Array.from({ length: 25 }, (_, count) => ({ _id: idOf(count), count })));
  reads.length = 0;
  const close = async () => {
    await database.dropDatabase();
    await server.close();
  };
  return { Row, reads, close };
}
