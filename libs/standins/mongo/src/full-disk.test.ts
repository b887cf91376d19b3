import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, type Collection } from 'mongodb';
import { createRandom, mountSmallDisk } from '@herald/standin-testing';
import { startMongo } from './start-mongo';

type Row = { _id: string; n: number; pad: string };

const disk = mountSmallDisk(16);
const onSmallDisk = disk.isMounted ? describe : describe.skip;
afterAll(disk.unmount);

/** Writes of all kinds by several clients at once. */
function randomWrites(client: MongoClient, random: () => number, count: number, pad: string) {
  const db = client.db('house');
  const pick = (below: number) => Math.floor(random() * below);
  const one = (): Promise<unknown> => {
    const rows = db.collection<Row>(`rows-${pick(2)}`);
    const n = pick(40);
    const kinds = [
      () => rows.insertOne({ _id: `${n}`, n, pad }),
      () => rows.insertMany([{ _id: `${n}`, n, pad: '' }, { _id: `m${n}`, n: n + 100, pad }]), // prettier-ignore
      () => rows.updateMany({ n: { $gt: n } }, { $set: { pad } }),
      () => rows.updateOne({ _id: `${n}` }, { $inc: { n: 50 }, $set: { pad } }, { upsert: true }),
      () => rows.findOneAndDelete({ n: { $gte: n } }),
      () => rows.deleteMany({ n: { $lt: 10 } }),
      () => rows.createIndex({ n: 1 }, { unique: true }),
      () => rows.createIndex({ pad: 1 }),
      () => rows.dropIndexes(),
      () => (pick(4) === 0 ? rows.drop() : rows.insertOne({ _id: `late-${n}`, n: n + 200, pad })),
    ];
    return kinds[pick(kinds.length)]!();
  };
  return Promise.allSettled(Array.from({ length: count }, one));
}

/** Everything a client can see, in natural order and through each index. */
async function snapshot(client: MongoClient) {
  const db = client.db('house');
  const names = (await db.listCollections().toArray()).map(({ name }) => String(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const rows = db.collection<Row>(name);
      const indexes = await rows.indexes();
      const orders = indexes.map(({ key }) =>
        rows
          .find({})
          .sort(key as Record<string, 1>)
          .hint(key)
          .project({ _id: 1, n: 1 })
          .toArray(),
      );
      return { name, indexes, all: await rows.find().toArray(), orders: await Promise.all(orders) };
    }),
  );
}

async function snapshotOfCopy(dataDir: string) {
  const copy = mkdtempSync(join(tmpdir(), 'copy-'));
  cpSync(dataDir, copy, { recursive: true });
  const server = await startMongo({ port: 0, dataDir: copy, durable: false });
  const client = new MongoClient(server.url);
  const found = await snapshot(client);
  await client.close();
  await server.stop();
  rmSync(copy, { recursive: true });
  return found;
}

onSmallDisk('on a full disk', () => {
  let server: Awaited<ReturnType<typeof startMongo>>;
  let client: MongoClient;
  let rows: Collection<Row>;
  const open = async () => {
    server = await startMongo({ port: 0, dataDir: join(disk.folder, 'mongo') });
    client = new MongoClient(server.url, { retryWrites: false });
    rows = client.db('house').collection<Row>('rows');
  };
  const close = async () => {
    await client.close();
    await server.stop();
  };
  const contents = async () => (await rows.find().toArray()).map(({ _id, n }) => [_id, n]);
  const noRoom = { code: 14031, codeName: 'OutOfDiskSpace' };
  const pad = 'x'.repeat(400_000);

  beforeAll(async () => {
    await open();
    await rows.createIndex({ n: 1 }, { unique: true });
    await rows.insertMany(['a', 'b', 'c'].map((_id, n) => ({ _id, n, pad: '' })));
    disk.fill();
  });
  afterAll(close);

  it('refuses writes at once, keeps nothing of them, and goes on reading', async () => {
    const before = await contents();
    await expect(rows.insertOne({ _id: 'd', n: 9, pad })).rejects.toMatchObject(noRoom);
    // The failed commit gave back what the file had in reserve.
    disk.fill();
    await expect(rows.insertMany(['e', 'f'].map((_id, n) => ({ _id, n: n + 10, pad })))).rejects.toMatchObject(noRoom);
    await expect(rows.updateMany({}, { $inc: { n: 100 }, $set: { pad } })).rejects.toMatchObject(noRoom);
    await expect(rows.findOneAndUpdate({ _id: 'a' }, { $set: { n: 7, pad } })).rejects.toMatchObject(noRoom);
    await expect(client.db('house').createCollection('x'.repeat(10_000))).rejects.toMatchObject(noRoom);
    expect(await contents()).toEqual(before);
    expect(await rows.find({ n: { $gte: 3 } }).toArray()).toEqual([]);
    expect(await rows.findOne({ n: 1 })).toMatchObject({ _id: 'b' });
    expect(await client.db('house').listCollections().toArray()).toHaveLength(1);
  });

  it('has in memory what is on the disk after every failure', async () => {
    const random = createRandom(7);
    let failures = 0;
    for (let round = 0; round < 25; round++) {
      disk.free();
      await randomWrites(client, random, 4, '');
      disk.fill();
      const results = await randomWrites(client, random, 12, pad);
      failures += results.filter(({ status }) => status === 'rejected').length;
      expect(await snapshot(client)).toEqual(await snapshotOfCopy(join(disk.folder, 'mongo')));
    }
    expect(failures).toBeGreaterThan(50);
  });

  it('writes again when there is room, and has all it acknowledged after a restart', async () => {
    disk.free();
    await client.db('house').dropDatabase();
    await rows.createIndex({ n: 1 }, { unique: true });
    const acknowledged: string[] = [];
    for (let i = 0; i < 100; i++) {
      const _id = `later-${i}`;
      const isStored = await rows.insertOne({ _id, n: i, pad }).then(
        () => true,
        () => false,
      );
      if (isStored) acknowledged.push(_id);
    }
    expect(acknowledged.length).toBeGreaterThan(10);
    expect(acknowledged.length).toBeLessThan(100);
    await close();
    await open();
    expect((await contents()).map(([id]) => id)).toEqual(acknowledged);
    expect(await rows.countDocuments({ n: { $gte: 0 } })).toBe(acknowledged.length);
    expect(readdirSync(join(disk.folder, 'mongo')).sort()).toEqual(['mongo.journal', 'mongo.journal.in-use']);
    expect(statSync(join(disk.folder, 'mongo', 'mongo.journal')).mode & 0o777).toBe(0o600);
  });
});
