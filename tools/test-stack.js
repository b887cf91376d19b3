/** Jest's global setup: the stand-ins, in a process and a folder of their own, for every URL that is not set. */
const { spawn } = require('node:child_process');
const { mkdtempSync, rmSync } = require('node:fs');
const { createInterface } = require('node:readline');
const { once } = require('node:events');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const needed = ['MONGO_URL', 'AMQP_URL', 'SMTP_URL'];

module.exports = async () => {
  globalThis.stopTestStack = async () => {};
  if (needed.every((name) => process.env[name])) return;
  const dataDir = mkdtempSync(join(tmpdir(), 'herald-test-'));
  const env = { ...process.env, DATA_DIR: dataDir, STOP_WITH_STDIN: '1' };
  const child = spawn(process.execPath, ['--import', 'tsx', 'libs/embedded/src/main.ts'], {
    cwd: join(__dirname, '..'),
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout);
  const [line] = await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('The stand-ins did not start'))),
  ]);
  for (const [name, url] of Object.entries(JSON.parse(line))) process.env[name] ??= url;
  globalThis.stopTestStack = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  };
};
