import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

export type RunOptions = {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Written to the standard input. */
  input?: string;
  /** Gives the output also of a program that fails. */
  mayFail?: boolean;
};
export type Ended = { status: number | null; output: string };

const abort = new AbortController();
let isStopping = false;

/** Ends the programs that run, and lets only those of the clean-up start. */
export const interrupt = (): void => abort.abort(new Error('Interrupted'));
export const beginCleanUp = (): void => void (isStopping = true);

/** Runs a program; gives its status and everything that it printed. A failure throws, unless the program may fail. */
export async function run([program, ...args]: [string, ...string[]], options: RunOptions = {}): Promise<Ended> {
  const { env, cwd, input, mayFail } = options;
  const signal = isStopping ? undefined : abort.signal;
  const child = spawn(program, args, {
    env,
    cwd,
    signal,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (piece: string) => (output += piece));
  child.stdin?.end(input);
  const status = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  if (status !== 0 && !mayFail)
    throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${output.slice(-6_000)}`);
  return { status, output };
}

/** A check that fails with this is not repeated. */
export class Hopeless extends Error {}

const betweenChecksMs = 250;

/** Polls a check until it gives something, and gives that. An interrupt ends it at once, as does a hopeless failure. */
export async function waitUntil<T>(check: () => Promise<T>, timeoutMs: number): Promise<NonNullable<T>> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    if (!isStopping) abort.signal.throwIfAborted();
    let failure = new Error(`Still not so after ${timeoutMs} ms`);
    try {
      const found = await check();
      if (found) return found;
    } catch (error) {
      if (error instanceof Hopeless) throw error;
      failure = error as Error;
    }
    if (Date.now() > deadline) throw failure;
    await sleep(betweenChecksMs);
  }
}

/** Prints how long a step took, after it. */
export async function timed<T>(what: string, step: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await step();
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${what}`);
  return result;
}
