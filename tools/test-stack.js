/** Jest's global setup: the stand-ins, in a process and a folder of their own, for every URL that is not set. */
const { spawn } = require('node:child_process');
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { createInterface } = require('node:readline');
const { once } = require('node:events');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const needed = ['MONGO_URL', 'AMQP_URL', 'SMTP_URL', 'FCM_URL'];
const ofPush = /^(FCM|APNS|PUSH)_/;

module.exports = async () => {
  globalThis.stopTestStack = async () => {};
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
  const { urls } = JSON.parse(readFileSync(join(dataDir, 'embedded.json'), 'utf8'));
  const simulated = !process.env.FCM_URL;
  // Settings of push belong together: the simulators' are taken all, or none.
  for (const [name, value] of Object.entries(urls))
    if (ofPush.test(name) ? simulated : !process.env[name]) process.env[name] = value;
  globalThis.stopTestStack = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  };
};
