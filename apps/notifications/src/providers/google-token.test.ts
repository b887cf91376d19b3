import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPush } from '@herald/standin-push';

let dataDir: string;
beforeAll(async () => (dataDir = await mkdtemp(join(tmpdir(), 'herald-push-'))));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** In a process of its own: the test runner does not support the way in which Google's library loads its transport. */
const script = `
  const { accessTokens } = require('./apps/notifications/src/providers/access-token.ts');
  const { googleTokens } = require('./apps/notifications/src/providers/google-token.ts');
  const { account, url, ca, timeoutMs, tries } = JSON.parse(process.env.GIVEN);
  const run = async () => {
    const token = accessTokens(googleTokens(account, { url, ca, timeoutMs }), timeoutMs);
    const failures = [];
    for (let left = tries; left > 0; left--) {
      const began = performance.now();
      try {
        const [one, other] = await Promise.all([token(), token()]);
        return console.log(JSON.stringify({ one, isKept: one === other && one === (await token()), failures }));
      } catch (error) {
        failures.push({ why: error.message, ms: performance.now() - began });
        console.error('failed');
      }
    }
    console.log(JSON.stringify({ failures }));
  };
  run();
`;

type Result = { one?: string; isKept?: boolean; failures: { why: string; ms: number }[] };
const account = () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { project_id: 'acme-1', client_email: 'push@acme-1.example.com', private_key };
};

function fetchInProcess(given: object) {
  const args = ['--import', 'tsx', '--eval', script];
  const env = { ...process.env, GIVEN: JSON.stringify({ account: account(), timeoutMs: 10_000, tries: 1, ...given }) };
  const running = promisify(execFile)(process.execPath, args, { cwd: join(__dirname, '../../../..'), env });
  return { child: running.child, result: running.then(({ stdout }) => JSON.parse(stdout) as Result) };
}

it('fetches the access token of a service account from FCM_URL, once for all callers', async () => {
  const push = await startPush({ port: 0, dataDir });
  const { one, isKept } = await fetchInProcess({ url: push.fcmUrl, ca: await readFile(push.ca, 'utf8') }).result;
  await push.stop();
  expect({ one, isKept }).toEqual({ one: expect.stringMatching(/^ya29\./), isKept: true });
});

it('is bounded in time while the server is silent, and fetches a token once it is back', async () => {
  const push = await startPush({ port: 0, dataDir });
  const ca = await readFile(push.ca, 'utf8');
  const { port } = new URL(push.fcmUrl);
  await push.stop();
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket.on('error', () => {})));
  await new Promise<void>((resolve) => silent.listen(Number(port), '127.0.0.1', resolve));
  expect((silent.address() as AddressInfo).port).toBe(Number(port));

  const { child, result } = fetchInProcess({ url: push.fcmUrl, ca, timeoutMs: 1_500, tries: 20 });
  await new Promise((resolve) => child.stderr!.on('data', (text) => String(text).includes('failed') && resolve(text)));
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
  const back = await startPush({ port: Number(port), apnsPort: 0, controlPort: 0, dataDir });
  const { one, failures } = await result;
  await back.stop();
  expect(one).toMatch(/^ya29\./);
  expect(failures[0]).toEqual({ why: 'No access token within 1.5 s', ms: expect.any(Number) });
  for (const { ms } of failures) expect(ms).toBeLessThan(8_000);
});
