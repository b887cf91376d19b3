import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const needed = ['MONGO_URL', 'AMQP_URL', 'SMTP_URL', 'FCM_URL'];
const ofPush = /^(FCM|APNS|PUSH)_/;

/** The teardown is loaded as a module of its own, and finds the stand-ins here. */
export type WithTestStack = typeof globalThis & { stopTestStack?: () => Promise<void> };

/**
 * Jest's global setup: starts the stand-ins, in a process and a folder of their own, for every URL that is not set.
 * They stop with the test runner, whatever ends it, because their standard input ends then.
 */
// eslint-disable-next-line import-x/no-default-export -- jest calls the default export.
export default async function startTestStack(): Promise<void> {
  if (needed.every((name) => process.env[name])) return;
  const dataDir = mkdtempSync(join(tmpdir(), 'herald-test-'));
  const env = { ...process.env, DATA_DIR: dataDir, STOP_WITH_STDIN: '1' };
  const child = spawn(process.execPath, ['--import', 'tsx', 'libs/standins/stack/src/main.ts'], {
    cwd: join(__dirname, '..'),
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout);
  await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('The stand-ins did not start'))),
  ]);
  const file = readFileSync(join(dataDir, 'embedded.json'), 'utf8');
  const { urls } = JSON.parse(file) as { urls: Record<string, string> };
  const isSimulated = !process.env.FCM_URL;
  // Settings of push belong together: the simulators' are taken all, or none.
  for (const [name, value] of Object.entries(urls))
    if (ofPush.test(name) ? isSimulated : !process.env[name]) process.env[name] = value;
  (globalThis as WithTestStack).stopTestStack = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  };
}
