import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Starts a Node program of its own. */
export function startNode(args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Ends a program and waits until it is gone. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Resident memory in MB, now and at its highest. */
export function memoryOf({ pid }: Pick<ChildProcess, 'pid'>): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)![1]) / 1024);
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}

/** The processes that a program has started and that still run. */
export function childrenOf({ pid }: ChildProcess): { pid: number }[] {
  const parentOf = (one: string) => {
    try {
      return Number(readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1]!.split(' ')[1]);
    } catch {
      return undefined; // It has just ended.
    }
  };
  const running = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return running.filter((one) => parentOf(one) === pid).map((one) => ({ pid: Number(one) }));
}

/** Waits until a service is ready. */
export async function untilReady(url: string, withinMs = 20_000): Promise<void> {
  for (const end = Date.now() + withinMs; ; await sleep(50)) {
    const ready = await fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    if (Date.now() > end) throw new Error(`${url} did not become ready`);
  }
}
