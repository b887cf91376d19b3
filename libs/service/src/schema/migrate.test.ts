import { execFile, type ExecFileException } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { connectDatabase, type Connection, type DatabaseServer } from '@herald/persistence';
import { buildSync } from 'esbuild';
import { migrate } from './migrate';
import { schemaOf, type Migration } from './schema';
import { fillBefore, words, wordsBefore, wordService } from './words.fixture';

const root = join(__dirname, '../../../..');
const leaseMs = 500;
const url = process.env.MONGO_URL!;
const names: string[] = [];
let server: DatabaseServer;
beforeAll(async () => (server = await connectDatabase(url)));
afterAll(async () => {
  for (const name of names) await server.database(name).dropDatabase();
  await server.close();
});

function newDatabase(): Connection {
  names.push(`t${randomBytes(6).toString('hex')}_channels`);
  return server.database(names.at(-1)!);
}

async function migrated(database: Connection, migrations?: Migration[]): Promise<string[]> {
  const lines: string[] = [];
  await migrate(database, schemaOf(wordService(migrations)), (line) => lines.push(line), leaseMs);
  return lines;
}

const indexNames = async (database: Connection) =>
  (await database.collection('words').listIndexes().toArray()).map(({ name }) => name as string).sort();
const declared = ['_id_', 'length_1', 'word_1'];

async function expectMigrated(database: Connection): Promise<void> {
  const stored = await words.model(database).find().sort({ word: 1 }).lean();
  const after = wordsBefore.map((word) => ({ word: word.toLowerCase(), length: word.length }));
  expect(stored.map(({ word, length }) => ({ word, length }))).toEqual(
    after.sort((a, b) => (a.word < b.word ? -1 : 1)),
  );
  expect(await indexNames(database)).toEqual(declared);
}

it('builds everything at once in a new database, without its migrations, and nothing at a second run', async () => {
  const database = newDatabase();
  const unwanted = jest.fn();
  const lines = await migrated(database, [{ number: 1, name: 'never', run: unwanted }]);
  expect(lines).toContain('channels: index of words: word_1 {"word":1}');
  expect(lines.at(-1)).toBe('channels: schema 1');
  expect(unwanted).not.toHaveBeenCalled();
  expect(await indexNames(database)).toEqual(declared);
  expect(await migrated(database, [{ number: 1, name: 'never', run: unwanted }])).toEqual([
    'channels: schema 1, nothing to do',
  ]);
});

it('migrates the data of an earlier version, one line for each step', async () => {
  const database = newDatabase();
  await fillBefore(database);
  expect(await migrated(database)).toEqual([
    'channels: migration 1: a word may occur twice',
    'channels: migration 2: words are in lower case and have a length',
    'channels: index of words: word_1 {"word":1}',
    'channels: index of words: length_1 {"length":1}, sparse',
    expect.stringContaining('collection outbox'),
    expect.stringContaining('index of outbox'),
    expect.stringContaining('collection request_times'),
    expect.stringContaining('index of request_times'),
    expect.stringContaining('collection idempotency_keys'),
    expect.stringContaining('index of idempotency_keys'),
    'channels: schema 2',
  ]);
  await expectMigrated(database);
});

it('leaves a database alone that a later version has migrated', async () => {
  const database = newDatabase();
  await migrated(database);
  await database.collection('words').dropIndex('word_1');
  expect(await migrated(database, [])).toEqual(['channels: schema 2 is newer than this version']);
  expect(await indexNames(database)).not.toContain('word_1');
});

it('is run by one of many processes; the others wait for it', async () => {
  const database = newDatabase();
  await fillBefore(database);
  let running = 0;
  let runs = 0;
  const slow: Migration = {
    number: 1,
    name: 'slow',
    async run(one) {
      expect(++running).toBe(1);
      runs++;
      await new Promise((resolve) => setTimeout(resolve, 2 * leaseMs));
      await one.collection('words').deleteOne({ word: 'ONE' });
      running--;
    },
  };
  await database.collection('words').dropIndex('word_unique');
  const lines = await Promise.all([1, 2, 3].map(() => migrated(database, [slow])));
  expect(runs).toBe(1);
  expect(lines.flat().filter((line) => line === 'channels: waiting for another process that migrates')).toHaveLength(2);
  expect(lines.flat().filter((line) => line === 'channels: schema 1, nothing to do')).toHaveLength(2);
});

it('goes on after a failed migration, which keeps no other process waiting', async () => {
  const database = newDatabase();
  await fillBefore(database);
  const done: number[] = [];
  const steps = (fails: boolean): Migration[] => [
    { number: 1, name: 'one', run: async () => void done.push(1) },
    { number: 2, name: 'two', run: async () => (fails ? Promise.reject(new Error('down')) : void done.push(2)) },
  ];
  await database.collection('words').dropIndex('word_unique');
  await expect(migrated(database, steps(true))).rejects.toThrow('down');
  await migrated(database, steps(false));
  expect(done).toEqual([1, 2]);
});

it('goes on where a killed process stopped, before whichever command', async () => {
  const program = join(root, `dist/killed-migrate-${randomBytes(4).toString('hex')}.js`);
  buildSync({
    ...{ entryPoints: [join(__dirname, 'killed-migrate.fixture.ts')], outfile: program },
    ...{ bundle: true, platform: 'node', external: ['mongoose', 'amqplib'] },
  });
  const runAndKill = async (last: number): Promise<'killed' | 'done'> => {
    const database = newDatabase();
    await fillBefore(database);
    const args = [program, url, database.name, String(last), String(leaseMs)];
    const failure = await new Promise<ExecFileException | null>((resolve) => {
      execFile(process.execPath, args, (error) => resolve(error));
    });
    if (failure && failure.signal !== 'SIGKILL') throw failure;
    await migrated(database);
    await expectMigrated(database);
    return failure ? 'killed' : 'done';
  };
  const outcomes: string[] = [];
  while (outcomes.at(-1) !== 'done')
    outcomes.push(...(await Promise.all([1, 2, 3, 4].map((more) => runAndKill(outcomes.length + more)))));
  rmSync(program);
  expect(outcomes.filter((one) => one === 'killed').length).toBeGreaterThan(20);
}, 600_000);

describe('an index that is there under other options', () => {
  it('is refused by its name, after everything else is done', async () => {
    const database = newDatabase();
    await database.collection('words').createIndex({ word: 1 }, { unique: true });
    await expect(migrated(database)).rejects.toThrow(
      'channels: words has the index word_1 {"word":1}, unique, where word_1 {"word":1} is declared: drop it, and migrate again',
    );
    expect(await indexNames(database)).toEqual(declared);
    await database.collection('words').dropIndex('word_1');
    await migrated(database);
    await expectMigratedIndexes(database);
  });

  it('serves under another name if its options are the same', async () => {
    const database = newDatabase();
    await database.collection('words').createIndex({ word: 1 }, { name: 'by_word' });
    await migrated(database);
    expect(await indexNames(database)).toEqual(['_id_', 'by_word', 'length_1']);
  });
});

async function expectMigratedIndexes(database: Connection): Promise<void> {
  expect(await indexNames(database)).toEqual(declared);
  expect(await migrated(database)).toEqual(['channels: schema 2, nothing to do']);
}
