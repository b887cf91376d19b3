import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@herald/testing';

const root = join(__dirname, '../../..');
const lastLine = 'event/service?per_page=2"';

/** A platform as `npm start` runs it; `printed` grows while it runs. */
export type Running = { child: ChildProcess; url: string; printed(): string; seconds: number };

/** Builds the platform and gives what starts and ends it, on a data folder of its own. */
export function builtPlatform() {
  const dataDir = mkdtempSync(join(tmpdir(), 'herald-'));
  const children: ChildProcess[] = [];
  execFileSync(process.execPath, ['--import', 'tsx', 'tools/build.ts', 'platform'], { cwd: root });
  return {
    async start(env: Record<string, string> = {}): Promise<Running> {
      const port = String(await freePort());
      const { PATH, HOME } = process.env;
      const clean = { PATH, HOME, DATA_DIR: dataDir, PORT: port, SAPIEN_WARM: 'false', ...env };
      const began = performance.now();
      const child = spawn(process.execPath, ['dist/apps/platform/main.js'], { cwd: root, env: clean });
      children.push(child);
      let printed = '';
      const ready = new Promise<void>((resolve) => {
        const keep = (chunk: Buffer) => {
          printed += String(chunk);
          if (printed.includes(lastLine)) resolve();
        };
        child.stdout!.on('data', keep);
        child.stderr!.on('data', keep);
      });
      await Promise.race([ready, once(child, 'close')]);
      const seconds = (performance.now() - began) / 1000;
      return { child, url: `http://127.0.0.1:${port}`, printed: () => printed, seconds };
    },
    async stop({ child }: Running, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
      const gone = once(child, 'exit');
      child.kill(signal);
      const [code] = (await gone) as [number | null];
      return code;
    },
    clean() {
      for (const child of children) child.kill('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
