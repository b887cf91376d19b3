import { chmodSync, chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess, type Process, type ProcessOptions } from '@herald/testing';

/** The user of deployed processes, where this process may choose one. */
export const unprivileged: { uid?: number; gid?: number } = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};

/** A folder that unprivileged processes may write. */
export function sharedFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `herald-${name}-`));
  giveAway(folder);
  chmodSync(folder, 0o755);
  return folder;
}

function giveAway(path: string): void {
  const { uid, gid } = unprivileged;
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

/** Starts a program as an unprivileged user. */
export const startUnprivileged = (command: string, args: string[], options: ProcessOptions): Process =>
  startProcess(command, args, { ...options, ...unprivileged });

/** What a service needs in production, on this machine alone. */
export function productionSettings(port: number, namespace: string): NodeJS.ProcessEnv {
  const { PATH, MONGO_URL, AMQP_URL } = process.env;
  return {
    PATH,
    MONGO_URL,
    AMQP_URL,
    NODE_ENV: 'production',
    MIGRATE: 'at-start',
    NAMESPACE: namespace,
    HOST: '127.0.0.1',
    PORT: String(port),
    AUTH_JWT_SECRET: tokenSecret,
    SERVICE_JWT_SECRET: serviceSecret,
  };
}

export const tokenSecret = 'a secret for tests that is long enough';
export const serviceSecret = 'a secret among services, long enough';
