import { spawn } from 'node:child_process';

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
export const interrupt = (): void => abort.abort();
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

/** Prints how long a step took, after it. */
export async function timed<T>(what: string, step: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await step();
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${what}`);
  return result;
}
