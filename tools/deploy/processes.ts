import { spawn } from 'node:child_process';
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@herald/testing';

export type Running = {
  pid: number;
  /** What it has printed so far. */
  output(): string;
  /** Sends the signal and waits for the end; gives the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
  exited: Promise<number | null>;
};
export type RunOptions = { cwd?: string; env: NodeJS.ProcessEnv; folder: string; name: string };

/** The user of deployed processes: `nobody`, where this process may choose. */
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

/** Starts a program as an unprivileged user, its output in a file of `folder`. */
export function startProcess(command: string, args: string[], { cwd, env, folder, name }: RunOptions): Running {
  const path = join(folder, `${name}-${Date.now()}.log`);
  const log = openSync(path, 'a', 0o666);
  giveAway(path);
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', log, log], ...unprivileged });
  closeSync(log);
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('exit', (code) => resolve(code));
    child.once('error', reject);
  });
  return {
    pid: child.pid!,
    output: () => readFileSync(path, 'utf8'),
    exited,
    end(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return exited;
    },
  };
}

/** Waits until a process says at `url` that it is ready. */
export async function untilReady(url: string, running: Running, withinMs = 20_000): Promise<void> {
  let ended = false;
  void running.exited.then(() => (ended = true));
  await eventually(async () => {
    const ready = await fetch(`${url}/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );
    return ready || ended;
  }, withinMs);
  if (ended) throw new Error(`It ended before it was ready: ${running.output()}`);
}

/** What a service needs in production, on this machine alone. */
export function productionSettings(port: number, namespace: string): NodeJS.ProcessEnv {
  const { PATH, MONGO_URL, AMQP_URL } = process.env;
  return {
    PATH,
    MONGO_URL,
    AMQP_URL,
    NODE_ENV: 'production',
    NAMESPACE: namespace,
    HOST: '127.0.0.1',
    PORT: String(port),
    AUTH_JWT_SECRET: tokenSecret,
    SERVICE_JWT_SECRET: serviceSecret,
  };
}

export const tokenSecret = 'a secret for tests that is long enough';
export const serviceSecret = 'a secret among services, long enough';
