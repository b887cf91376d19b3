import { execFileSync } from 'node:child_process';
import { builtPlatform, type Running } from './built-platform.fixture';

/** The output of the first `npm start`, and of the next one after a crash of the machine. */
const platform = builtPlatform();
afterAll(platform.clean);

const sh = (script: string) => execFileSync('sh', ['-c', script], { encoding: 'utf8' });
const curls = ({ process }: Running) => {
  const token = /^export TOKEN=\S+$/m.exec(process.output())![0];
  return process
    .output()
    .match(/^curl .*$/gm)!
    .map((curl) => JSON.parse(sh(`${token}; ${curl.replace('curl', 'curl -s')}`)));
};

it('is ready within seconds, with three requests that work as printed, and keeps its data through kill -9', async () => {
  const first = await platform.start();
  // Figures are the benchmark's business (npm run bench:start); this bounds a start that stalls.
  expect(first.seconds).toBeLessThan(60);
  expect(first.process.output()).toContain('stand-ins for development');
  const [device, search, log] = curls(first);
  expect(device).toMatchObject({ code: 200, resource: 'Device', data: [{ core_id: 'demo-00' }] });
  expect(search).toMatchObject({ code: 200, message: 'Found', per_page: 3, total: 16 });
  expect(log).toMatchObject({ code: 200, resource: 'Service Log' });
  await first.process.end('SIGKILL');

  const second = await platform.start();
  const [again, searched] = curls(second);
  expect(again.data).toEqual(device.data);
  expect(searched.total).toBe(16);
  expect(await second.process.end()).toBe(0);
});

it.each([
  ['SERVICES', { SERVICES: 'nope' }, 'herald: SERVICES: there is no service nope\n'],
  ['DATA_DIR', { DATA_DIR: '/dev/null/x' }, 'herald: DATA_DIR: /dev/null/x cannot be written (ENOTDIR)\n'],
  ['PORT', { PORT: 'http' }, 'herald: PORT must be a number\n'],
])('says in one line what is wrong with %s', async (_, env: Record<string, string>, line) => {
  const { process } = await platform.start(env);
  expect([await process.exited, process.output()]).toEqual([1, line]);
});
