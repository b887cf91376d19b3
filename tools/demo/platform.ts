import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signToken } from '@herald/auth';
import { freePort, startNode } from '@herald/testing';

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
  const platform = startNode(['dist/apps/platform/main.js'], { env });
  const url = `http://127.0.0.1:${port}`;
  // Printed once it is ready and its first company, app and devices are there.
  await platform.printed('Herald is ready', 60_000);
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
    stop: async () => void (await platform.end()),
  };
}
