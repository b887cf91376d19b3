import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startNode, type Process } from '@herald/testing';

const root = join(__dirname, '../../..');
const lastLine = 'event/service?per_page=2"';

/** A platform as `npm start` runs it. */
export type Running = { process: Process; url: string; seconds: number };

/** Builds the platform and gives what starts and ends it, on a data folder of its own. */
export function builtPlatform() {
  const dataDir = mkdtempSync(join(tmpdir(), 'herald-'));
  const started: Process[] = [];
  execFileSync(process.execPath, ['--import', 'tsx', 'tools/build.ts', 'platform'], { cwd: root });
  return {
    async start(env: Record<string, string> = {}): Promise<Running> {
      const port = env.PORT ?? String(await freePort());
      const { PATH, HOME } = process.env;
      const clean = { PATH, HOME, DATA_DIR: dataDir, PORT: port, SAPIEN_WARM: 'false', ...env };
      const began = performance.now();
      const platform = startNode(['dist/apps/platform/main.js'], { cwd: root, env: clean });
      started.push(platform);
      // A start that must fail ends before the last line.
      await Promise.race([platform.printed(lastLine, 150_000), platform.exited]);
      return { process: platform, url: `http://127.0.0.1:${port}`, seconds: (performance.now() - began) / 1000 };
    },
    clean() {
      for (const { child } of started) child.kill('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
