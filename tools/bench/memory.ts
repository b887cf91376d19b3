import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory in MB, now and at its highest. */
export function memoryOf({ pid }: Pick<ChildProcess, 'pid'>): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)![1]) / 1024);
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}

const ticksPerSecond = 100;

/** The CPU time of a process so far, of all its threads. */
export function cpuSecondsOf({ pid }: Pick<ChildProcess, 'pid'>): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** The processes that a program has started and that still run. */
export function childrenOf({ pid }: Pick<ChildProcess, 'pid'>): { pid: number }[] {
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
