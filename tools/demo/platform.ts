import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { signToken } from '@herald/auth';
import { freePort } from '@herald/testing';

export type Call = <T = Record<string, unknown>>(
  methodAndPath: string,
  body?: object,
  coreId?: string,
) => Promise<{ status: number; body: T }>;
export type Demo = { url: string; call: Call; stop(): Promise<void> };

/** The platform with its stand-ins, as `npm start` runs it, on a port and a folder of its own. */
export async function startPlatform(dataDir: string): Promise<Demo> {
  mkdirSync(dataDir, { recursive: true });
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, SAPIEN_WARM: 'false' };
  const child = spawn(process.execPath, ['dist/apps/platform/main.js'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  await Promise.race([
    untilGreeted(child.stdout),
    once(child, 'exit').then(() => Promise.reject(new Error('The platform did not start'))),
  ]);
  const keys = JSON.parse(readFileSync(join(dataDir, 'development-keys.json'), 'utf8')) as { AUTH_JWT_SECRET: string };
  const tokenOf = (coreId?: string) =>
    signToken(keys.AUTH_JWT_SECRET, { subject: coreId ?? 'demo', companies: '*', scope: '*', seconds: 3_600, coreId });
  const own = tokenOf();
  return {
    url,
    async call(methodAndPath, body, coreId) {
      const [method, path] = methodAndPath.split(' ') as [string, string];
      const token = coreId ? tokenOf(coreId) : own;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
      return { status: answer.status, body: (await answer.json()) as never };
    },
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** It greets once it is ready and its first company, app and devices are there. */
async function untilGreeted(output: Readable): Promise<void> {
  for await (const line of createInterface(output)) if (line.startsWith('Herald is ready')) break;
  output.resume();
}
