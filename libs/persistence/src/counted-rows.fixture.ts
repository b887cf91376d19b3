import { randomBytes } from 'node:crypto';
import { integer, string } from '@herald/contracts';
import { connectDatabase } from './connect';
import { record } from './record';

const rows = record('rows', {
  internal: { _id: string(), count: integer() },
  personal: [],
  impersonal: ['_id', 'count'],
});

/** A collection of its own of 25 records, which keeps the commands that find some. */
export async function openCountedRows(idOf: (count: number) => string) {
  const reads: Record<string, unknown>[] = [];
  const onQuery = (_: string, command: Record<string, unknown>) => void ('find' in command && reads.push(command));
  const server = await connectDatabase(process.env.MONGO_URL!, { onQuery });
  const database = server.database(`t${randomBytes(6).toString('hex')}_rows`);
  const Row = rows.model(database);
  await Row.insertMany(Array.from({ length: 25 }, (_, count) => ({ _id: idOf(count), count })));
  const close = async () => {
    await database.dropDatabase();
    await server.close();
  };
  return { Row, reads, close };
}
