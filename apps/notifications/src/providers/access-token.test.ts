import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPush, type Push } from '@herald/embedded/push';

let push: Push;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'herald-push-'));
  push = await startPush({ port: 0, dataDir });
});
afterAll(async () => {
  await push?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** In a process of its own: Google's library imports its transport in a way that the test runner has no door for. */
const script = `
  const { accessTokens } = require('./apps/notifications/src/providers/access-token.ts');
  const { account, url, ca } = JSON.parse(process.env.GIVEN);
  const run = async () => {
    const token = await accessTokens(account, { url, ca });
    const [one, other] = await Promise.all([token(), token()]);
    console.log(JSON.stringify({ one, isKept: one === other && one === (await token()) }));
  };
  run();
`;

async function asked(account: object) {
  const given = { account, url: push.fcmUrl, ca: await readFile(push.ca, 'utf8') };
  const args = ['--import', 'tsx', '--eval', script];
  const env = { ...process.env, GIVEN: JSON.stringify(given) };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: join(__dirname, '../../../..'), env });
  return JSON.parse(stdout) as { one: string; isKept: boolean };
}

it('gets the access token of a service account where FCM_URL leads, once for all', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const account = { project_id: 'acme-1', client_email: 'push@acme-1.example.com', private_key };
  expect(await asked(account)).toEqual({ one: expect.stringMatching(/^ya29\./), isKept: true });
}, 20_000);
