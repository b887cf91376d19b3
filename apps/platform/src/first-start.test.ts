import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What somebody sees who runs `npm start` for the first time, and again after the machine went down. */
const root = join(__dirname, '../../..');
const dataDir = mkdtempSync(join(tmpdir(), 'herald-'));
let running: ChildProcess | undefined;
afterAll(() => {
  running?.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

type Start = { child: ChildProcess; printed: string; seconds: number };
async function start(env: Record<string, string> = {}): Promise<Start> {
  const { PATH, HOME } = process.env;
  const clean = { PATH, HOME, DATA_DIR: dataDir, PORT: String(await freePort()), ...env };
  const began = performance.now();
  const child = spawn(process.execPath, ['--enable-source-maps', 'dist/apps/platform/main.js'], {
    cwd: root,
    env: clean,
  });
  running = child;
  let printed = '';
  child.stderr!.on('data', (chunk) => (printed += chunk));
  for await (const chunk of child.stdout!) {
    printed += chunk;
    if (printed.includes('event/service?per_page=2"')) break;
  }
  return { child, printed, seconds: (performance.now() - began) / 1000 };
}

async function stop({ child }: Start, signal: NodeJS.Signals): Promise<number | null> {
  const gone = once(child, 'exit');
  child.kill(signal);
  const [code] = (await gone) as [number | null];
  return code;
}

const sh = (script: string) => execFileSync('sh', ['-c', script], { encoding: 'utf8' });
const curls = ({ printed }: Start) => {
  const token = /^export TOKEN=\S+$/m.exec(printed)![0];
  return printed.match(/^curl .*$/gm)!.map((curl) => JSON.parse(sh(`${token}; ${curl.replace('curl', 'curl -s')}`)));
};

it('is ready within seconds, with three requests that work as printed, and keeps its data through kill -9', async () => {
  execFileSync(process.execPath, ['tools/build.mjs', 'platform'], { cwd: root });
  const first = await start();
  expect(first.seconds).toBeLessThan(10);
  expect(first.printed).toContain('stand-ins for development');
  const [device, search, log] = curls(first);
  expect(device).toMatchObject({ code: 200, resource: 'Device', data: [{ core_id: 'demo-00' }] });
  expect(search).toMatchObject({ code: 200, message: 'Found', per_page: 3, total: 16 });
  expect(log).toMatchObject({ code: 200, resource: 'Service Log' });
  await stop(first, 'SIGKILL');

  const second = await start();
  const [again, searched] = curls(second);
  expect(again.data).toEqual(device.data);
  expect(searched.total).toBe(16);
  expect(await stop(second, 'SIGTERM')).toBe(0);
}, 60_000);

it.each([
  ['SERVICES', { SERVICES: 'nope' }, 'herald: SERVICES: there is no service nope\n'],
  ['DATA_DIR', { DATA_DIR: '/dev/null/x' }, 'herald: DATA_DIR: /dev/null/x cannot be written (ENOTDIR)\n'],
  ['PORT', { PORT: 'http' }, 'herald: PORT must be a number\n'],
])('says in one line what is wrong with %s', async (_, env: Record<string, string>, line) => {
  const { child, printed } = await start(env);
  const [code] = child.exitCode === null ? ((await once(child, 'exit')) as [number]) : [child.exitCode];
  expect([code, printed]).toEqual([1, line]);
});
