import { readFileSync } from 'node:fs';

const tickMs = 10;

/** The CPU time that a process has used so far, in ms; undefined where the system does not tell. */
export function cpuMsOf(pid: number | undefined): number | undefined {
  try {
    // The name of the program, in brackets, may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return undefined;
  }
}
