import { randomBytes } from 'node:crypto';
import { string, timestamp } from '@herald/contracts';
import { connectDatabase, type ConnectOptions } from './connect';
import { record, type Stored } from './record';

const rows = record('rows', {
  internal: { uuid: string(), kind: string(), at: timestamp() },
  personal: [],
  impersonal: ['uuid', 'kind', 'at'],
  indexes: [[{ kind: 1, at: -1, uuid: 1 }]],
});
export type TimedRow = Stored<typeof rows>;

export const hour = 3_600_000;
export const newestFirst = { at: -1, uuid: 1 } as const;

/** Ages of records: of a clock that runs ahead, many of one moment, and a gap of a year. */
export const agesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    if (at === 0) return -hour;
    if (at < count / 4) return at * 1_000;
    if (at < count / 2) return 20 * hour;
    return (at < count * 0.9 ? 30 : 9_000) * hour + at * 500;
  });

/** A collection of its own, and how to fill it with records of these ages. */
export async function openTimedRows(options: ConnectOptions = {}) {
  const server = await connectDatabase(process.env.MONGO_URL!, options);
  const database = server.database(`t${randomBytes(6).toString('hex')}_times`);
  const Row = rows.model(database);
  await Row.createIndexes();
  const now = Date.now();
  let serial = 0;
  const insert = (kind: string, ages: number[]) =>
    Row.insertMany(
      ages.map((age) => {
        // Not in the order of the times.
        const uuid = `${String((serial * 7_919) % 100_003).padStart(6, '0')}-${serial++}`;
        return { uuid, kind, at: new Date(now - age) };
      }),
    );
  const close = async () => {
    await database.dropDatabase();
    await server.close();
  };
  return { Row, insert, now, close };
}
