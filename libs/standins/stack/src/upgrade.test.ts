import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { connect } from 'amqplib';
import { MongoClient } from 'mongodb';
import { startAmqp } from '@herald/standin-amqp';
import { DataError } from '@herald/standin-data-folder';
import { createRandom } from '@herald/standin-testing';
import { startMongo } from '@herald/standin-mongo';
import { earlierAmqp, earlierMongo } from './earlier-data.fixture';

let dataDir: string;
beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'upgrade-'))));
afterEach(() => rmSync(dataDir, { recursive: true }));

const bytesOf = (text: string) => gunzipSync(Buffer.from(text, 'base64'));
const place = (name: string, bytes: Buffer) => {
  const path = join(dataDir, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  return path;
};

async function readRows() {
  const server = await startMongo({ port: 0, dataDir });
  const client = new MongoClient(server.url);
  const rows = client.db('house').collection<{ _id: number; text: string }>('rows');
  const found = { indexes: (await rows.indexes()).length, rows: await rows.find().toArray() };
  await client.close();
  await server.stop();
  return found;
}

async function readMessages() {
  const broker = await startAmqp({ port: 0, dataDir });
  const connection = await connect(broker.url);
  const channel = await connection.createConfirmChannel();
  await channel.checkExchange('news');
  const bodies: string[] = [];
  for (let message = await channel.get('work'); message; message = await channel.get('work'))
    bodies.push(message.content.toString());
  channel.publish('news', 'k', Buffer.from('one more'), { persistent: true });
  await channel.waitForConfirms();
  await connection.close();
  await broker.stop();
  return bodies;
}

const text = (i: number) => `document ${i} ${'.'.repeat(200)}`;

describe('data of an earlier version', () => {
  it('is converted with documents, indexes and their order', async () => {
    place('mongo.lmdb', bytesOf(earlierMongo));
    place('mongo.lmdb-lock', Buffer.alloc(8));
    const expected = Array.from({ length: 60 }, (_, i) => ({ _id: i, text: text(i) })).filter(({ _id }) => _id !== 3);
    for (let start = 0; start < 2; start++) {
      const { indexes, rows } = await readRows();
      expect(indexes).toBe(2);
      expect(rows).toEqual([...expected, { _id: 60, text: 'large'.repeat(2000) }]);
    }
    expect(readdirSync(dataDir).sort()).toEqual(['mongo.journal', 'mongo.journal.in-use']);
  });

  it('is converted with exchanges, queues, bindings and messages', async () => {
    place('amqp/data.mdb', bytesOf(earlierAmqp));
    const bodies = await readMessages();
    expect(bodies).toHaveLength(41);
    expect(bodies[7]).toBe(`message 7 ${'.'.repeat(200)}`);
    expect(bodies[40]).toBe('large'.repeat(2000));
    expect((await readMessages()).at(-1)).toBe('one more');
    expect(existsSync(join(dataDir, 'amqp'))).toBe(false);
  });

  it.each([
    ['cut to half', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['cut to 100 bytes', (bytes: Buffer) => bytes.subarray(0, 100)],
    ['cut to nothing', () => Buffer.alloc(0)],
    ['with zeroed meta pages', (bytes: Buffer) => Buffer.concat([Buffer.alloc(8192), bytes.subarray(8192)])],
    ['replaced by a text', () => Buffer.from('not a database\n'.repeat(1000))],
  ])('that is %s ends the start with one line and is not changed', async (_name, harm) => {
    const mongo = place('mongo.lmdb', harm(bytesOf(earlierMongo)));
    const amqp = place('amqp/data.mdb', harm(bytesOf(earlierAmqp)));
    for (let start = 0; start < 2; start++) {
      await expect(readRows()).rejects.toThrow(`${mongo} is damaged`);
      await expect(readMessages()).rejects.toThrow(`${amqp} is damaged`);
    }
    expect(readdirSync(dataDir).sort()).toEqual(['amqp', 'mongo.lmdb']);
  });

  it('with random damage to its structure is read or refused, and never ends the process', async () => {
    const random = createRandom(11);
    const whole = bytesOf(earlierMongo);
    let refused = 0;
    for (let round = 0; round < 100; round++) {
      rmSync(dataDir, { recursive: true });
      const bytes = Buffer.from(whole);
      // The first bytes of a page hold its structure.
      const page = Math.floor((random() * bytes.length) / 4096) * 4096;
      for (let i = 0; i < 3; i++) bytes[page + Math.floor(random() * 64)]! ^= 1 << Math.floor(random() * 8);
      place('mongo.lmdb', bytes);
      const error: unknown = await readRows().catch((cause: unknown) => cause);
      if (!(error instanceof Error)) continue;
      expect(error).toBeInstanceOf(DataError);
      refused += 1;
    }
    expect(refused).toBeGreaterThan(20);
  });

  it('that is missing, or present beside its successor, prevents a start', async () => {
    const lock = place('mongo.lmdb-lock', Buffer.alloc(8));
    await expect(readRows()).rejects.toThrow(`${join(dataDir, 'mongo.lmdb')} is missing`);
    rmSync(lock);
    await (await startMongo({ port: 0, dataDir })).stop();
    place('mongo.lmdb', bytesOf(earlierMongo));
    await expect(readRows()).rejects.toThrow('mongo.lmdb is of an earlier version and not in use beside');
  });
});
