/**
 * First starts of the built platform, each on a new data folder, until the printed requests work; and a second start on
 * the same folder. The yardstick is bare Express, started the same way, until it answers. With `--busy`, two busy loops
 * and writers that call fsync all the time run beside them; with `--cold`, the caches of the disk are dropped before
 * each start (as root). `npm run bench:start [-- --runs 20 --busy --cold]`.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startNode } from '@herald/testing';
import { startPlatform } from './platform';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    busy: { type: 'boolean', default: false },
    cold: { type: 'boolean', default: false },
  },
});
const busyLoop = 'const end = Date.now() + 900e3; while (Date.now() < end);';
const syncLoop = `const fs = require('fs'); const file = fs.openSync(process.argv[1], 'w'); const end = Date.now() + 900e3;
  while (Date.now() < end) { fs.writeSync(file, Buffer.alloc(1048576), 0, 1048576, 0); fs.fsyncSync(file); }`;

type Started = { seconds: number; curls: number; stop(): Promise<void> };

async function startOn(dataDir: string): Promise<Started> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataDir };
  const began = performance.now();
  const { process: platform } = await startPlatform(env);
  const seconds = (performance.now() - began) / 1000;
  const token = /^export TOKEN=\S+$/m.exec(platform.output())![0];
  const answers = platform
    .output()
    .match(/^curl .*$/gm)!
    .map((curl) =>
      execFileSync('sh', ['-c', `${token}; ${curl.replace('curl', "curl -s -o /dev/null -w '%{http_code}'")}`], {
        encoding: 'utf8',
      }),
    );
  return {
    seconds,
    curls: answers.filter((status) => status === '200').length,
    stop: async () => void (await platform.end()),
  };
}

/** Seconds until bare Express answers a request. */
async function startBare(): Promise<number> {
  const script = `const server = require('express')().use((_, res) => res.end()).listen(0, '127.0.0.1', () =>
    console.log('http://127.0.0.1:' + server.address().port))`;
  const began = performance.now();
  const bare = startNode(['-e', script]);
  await bare.printed('\n');
  await fetch(bare.output().trim());
  const seconds = (performance.now() - began) / 1000;
  await bare.end();
  return seconds;
}

function disturb(folder: string): ChildProcess[] {
  const scripts = [busyLoop, busyLoop, syncLoop, syncLoop, syncLoop];
  return scripts.map((script, at) =>
    spawn(process.execPath, ['-e', script, join(folder, `file-${at}`)], { stdio: 'ignore' }),
  );
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'herald-bench-'));
  const others = values.busy ? disturb(folder) : [];
  const seconds: Record<'first' | 'second' | 'bare', number[]> = { first: [], second: [], bare: [] };
  let failures = 0;
  try {
    for (let run = 0; run < Number(values.runs); run++) {
      const dataDir = join(folder, `data-${run}`);
      seconds.bare.push(await startBare());
      for (const kind of ['first', 'second'] as const)
        try {
          if (values.cold) writeFileSync('/proc/sys/vm/drop_caches', '3');
          const { stop, ...started } = await startOn(dataDir);
          await stop();
          seconds[kind].push(started.seconds);
          if (started.curls < 3) failures++;
          console.log(`${kind} start ${run}: ${started.seconds.toFixed(1)} s, ${started.curls} of 3 requests answered`);
        } catch (error) {
          failures++;
          console.log(`${kind} start ${run}: ${String(error)}`);
        }
    }
  } finally {
    for (const child of others) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
  const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]?.toFixed(1);
  console.log(`median: first ${median(seconds.first)} s, second ${median(seconds.second)} s; failures: ${failures}`);
  console.log(`bare Express: ${median(seconds.bare)} s`);
  process.exitCode = failures > 0 ? 1 : 0;
}

void main();
