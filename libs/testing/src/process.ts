import { spawn, type ChildProcess } from 'node:child_process';
import { chownSync, closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually';

/** A program in a process of its own. */
export type Process = {
  child: ChildProcess;
  pid: number;
  /** Its output so far, errors included. */
  output(): string;
  /** Waits until its output contains a text. */
  printed(text: string, timeoutMs?: number): Promise<void>;
  /** Waits until a service answers that it is ready. */
  ready(url: string): Promise<void>;
  /** The exit code; null after a signal. */
  exited: Promise<number | null>;
  /** Sends a signal and waits for the exit; a process that does not end is killed. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
};
export type ProcessOptions = { cwd?: string; env?: NodeJS.ProcessEnv; uid?: number; gid?: number };

/** Above a drain and the 28 s of a stop. */
const endTimeoutMs = 60_000;
/** Many that start at once on a busy machine take their time. */
const readyTimeoutMs = 180_000;

/**
 * How the images start a service. Without the limit, Node 24 lets the young generation of its heap grow to 128 MB: that
 * sends no faster, and takes a quarter more memory.
 */
export const programFlags = ['--enable-source-maps', '--max-semi-space-size=16'];

export const startNode = (args: string[], options?: ProcessOptions): Process =>
  startProcess(process.execPath, args, options);

/** Starts a program. Its output goes to a file, which the program may open by name, as nginx does with its log. */
export function startProcess(command: string, args: string[], options: ProcessOptions = {}): Process {
  const file = outputFile(options);
  const child = spawn(command, args, { ...options, stdio: ['ignore', file, file] });
  const exited = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('exit', resolve));
  /** The whole output, once the program has ended or could not be started. */
  let last: string | undefined;
  const keepOutput = () => {
    last = contentOf(file);
    closeSync(file);
  };
  exited.then(keepOutput, keepOutput);
  const output = () => last ?? contentOf(file);
  const hasEnded = () => last !== undefined;
  const waitFor = async (check: () => boolean | Promise<boolean>, timeoutMs?: number) => {
    await eventually(async () => (await check()) || hasEnded(), timeoutMs);
    if (hasEnded() && !(await check())) throw new Error(`${command} ended too early: ${output()}`);
  };
  return {
    child,
    pid: child.pid!,
    output,
    printed: (text, timeoutMs) => waitFor(() => output().includes(text), timeoutMs),
    ready: (url) => waitFor(() => isReady(url), readyTimeoutMs),
    exited,
    async end(signal = 'SIGTERM') {
      if (!hasEnded()) child.kill(signal);
      const tooLate = setTimeout(() => child.kill('SIGKILL'), endTimeoutMs);
      return exited.finally(() => clearTimeout(tooLate));
    },
  };
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

/** A file without a name: nothing of it stays, however this process ends. */
function outputFile({ uid, gid }: ProcessOptions): number {
  const folder = mkdtempSync(join(tmpdir(), 'herald-output-'));
  const path = join(folder, 'output');
  const file = openSync(path, 'a+', 0o600);
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
  rmSync(folder, { recursive: true });
  return file;
}

function contentOf(file: number): string {
  const content = Buffer.alloc(fstatSync(file).size);
  readSync(file, content, 0, content.length, 0);
  return content.toString();
}
