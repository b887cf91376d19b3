import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { joinOrStart } from './join-or-start';
import { startInThread, type StandInsInThread } from './start-in-thread';

let dataDir: string;
let own: StandInsInThread | undefined;
beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'herald-'))));
afterEach(async () => {
  await own?.stop();
  own = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

const isListening = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(true));
    probe.listen(Number(new URL(url).port), '127.0.0.1', () => probe.close(() => resolve(false)));
  });

it('serves while the services of its process compute', async () => {
  own = await startInThread(dataDir);
  const ping = "require('mongodb').MongoClient.connect(process.argv[1]).then((client) => client.close())";
  // This thread does nothing else until the child has ended.
  execFileSync(process.execPath, ['-e', ping, own.urls.MONGO_URL], { timeout: 60_000 });
});

it('gives pages to their readers, also to one that leaves early', async () => {
  own = await startInThread(dataDir);
  const page = own.pages!['/_dev/push/messages']!;
  expect(JSON.parse(await text(page(new URLSearchParams('limit=1'))))).toEqual({ total: 0, data: [] });
  for await (const chunk of own.pages!['/_dev/push/counts']!(new URLSearchParams())) {
    expect(chunk).toBe('{}');
    break;
  }
  expect(await text(own.pages!['/_dev/push/counts']!(new URLSearchParams()))).toBe('{}');
});

it('has stopped everything when its stop resolves', async () => {
  const { urls, stop } = await startInThread(dataDir);
  expect(await isListening(urls.MONGO_URL)).toBe(true);
  await stop();
  expect(await isListening(urls.MONGO_URL)).toBe(false);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('embedded'))).toEqual([]);
});

it('joins stand-ins that run already, which have their pages elsewhere', async () => {
  const other = await joinOrStart(dataDir);
  own = await startInThread(dataDir);
  expect([own.urls.MONGO_URL, own.pages]).toEqual([other.urls.MONGO_URL, undefined]);
  await own.stop();
  own = undefined;
  expect(await isListening(other.urls.MONGO_URL)).toBe(true);
  await other.stop();
});
