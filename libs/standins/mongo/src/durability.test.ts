import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MongoClient } from 'mongodb';
import { startMongo } from './start-mongo';

type Row = { _id: string; n: number };

const folder = mkdtempSync(path.join(tmpdir(), 'durability-'));
const dataDir = path.join(folder, 'data');
const program = path.join(folder, 'server.mts');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function startChild() {
  const child = spawn(process.execPath, ['--import', 'tsx', program, dataDir], {
    cwd: process.cwd(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, url: line.toString().trim() };
}

/** Writes until the server dies, keeping what was acknowledged. */
async function writeUntilDead(url: string, acknowledged: Map<string, number>, deleted: Set<string>, round: number) {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 500, retryWrites: false });
  const rows = client.db('test').collection<Row>('rows');
  const worker = async (name: number) => {
    for (let i = 0; ; i++) {
      const _id = `${round}-${name}-${i}`;
      await rows.insertOne({ _id, n: 0 });
      acknowledged.set(_id, 0);
      await rows.updateOne({ _id: `counter-${name}` }, { $inc: { n: 1 } }, { upsert: true });
      acknowledged.set(`counter-${name}`, (acknowledged.get(`counter-${name}`) ?? 0) + 1);
      if (i % 3 !== 0) continue;
      acknowledged.delete(_id);
      await rows.deleteOne({ _id });
      deleted.add(_id);
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, name) => worker(name).catch(() => undefined)));
  await client.close();
}

it('loses nothing acknowledged when it is killed, five times in a row', async () => {
  writeFileSync(
    program,
    `import { startMongo } from ${JSON.stringify(path.join(__dirname, 'start-mongo.ts'))};
     const { url } = await startMongo({ port: 0, dataDir: process.argv[2] });
     console.log(url);`,
  );
  const acknowledged = new Map<string, number>();
  const deleted = new Set<string>();
  for (let round = 0; round < 5; round++) {
    const { child, url } = await startChild();
    const writing = writeUntilDead(url, acknowledged, deleted, round);
    await new Promise((wait) => setTimeout(wait, 700 + round * 150));
    child.kill('SIGKILL');
    await Promise.all([once(child, 'exit'), writing]);
    await compare(acknowledged, deleted);
  }
  expect(acknowledged.size).toBeGreaterThan(50);
});

/** A counter may be one ahead: written, and killed before it was acknowledged. */
async function compare(acknowledged: Map<string, number>, deleted: Set<string>): Promise<void> {
  const server = await startMongo({ port: 0, dataDir });
  const client = new MongoClient(server.url);
  const stored = new Map(
    (await client.db('test').collection<Row>('rows').find().toArray()).map(({ _id, n }) => [_id, n]),
  );
  await client.close();
  await server.stop();
  const lost = [...acknowledged].filter(([id, n]) => (stored.get(id) ?? -1) < n);
  const tooFar = [...acknowledged].filter(([id, n]) => (stored.get(id) ?? 0) > n + 5);
  expect(lost).toEqual([]);
  expect(tooFar).toEqual([]);
  expect([...deleted].filter((id) => stored.has(id))).toEqual([]);
}
