import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CardReading, Sides } from './card-readers';
import { readTimers, type Timeouts } from './read-timers';
import { PictureRefused, ReadingFailed, type Reply, type Request, type Result } from './reader-protocol';

export type ReaderProcess = {
  pid: number | undefined;
  /** Reads one card at a time. Rejects with CardNotRead. */
  read(paths: Sides<string>, signal: AbortSignal): Promise<CardReading>;
  /** The resident memory after the last card. */
  megabytes(): number;
  isAlive(): boolean;
  /** Resolves when the process has exited. */
  kill(): Promise<void>;
};

/** `file` is the program of the process; tests replace it. `hashes`: whether fronts are hashed. */
export type ProcessOptions = Timeouts & { file?: string; hashes?: boolean };

/** The bundled worker or, if the sources run directly, its source. Both are in the folder of this file. */
function workerFile(): string {
  const bundled = join(__dirname, 'read-cards.worker.js');
  return existsSync(bundled) ? bundled : join(__dirname, 'read-cards.worker.ts');
}

/** Decoders and engines allocate large blocks. Returned to the system at once, a reader holds 220 MB instead of 340. */
const allocator = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '1000000', MALLOC_MMAP_THRESHOLD_: '1000000' };
const heapOptions = ['--max-old-space-size=512', '--max-semi-space-size=4'];

/**
 * The process gets none of the service's environment: an exploited decoder must not find its secrets. Its output is
 * discarded, because the engines may print values of a card.
 */
function forkReader(file: string) {
  const execArgv = [...heapOptions, ...(file.endsWith('.ts') ? ['--require', 'tsx/cjs'] : [])];
  const stdio = ['ignore', 'ignore', 'ignore', 'ipc'] as const;
  return fork(file, [], { execArgv, env: allocator, serialization: 'advanced', stdio: [...stdio] });
}

type Listener = (reply: Reply | undefined) => void;

/** Starts a process. `onReply` is called with each reply, and with undefined when the process has exited. */
function connect(file: string) {
  const child = forkReader(file);
  const connection = { pid: child.pid, isAlive: true, onReply: undefined as Listener | undefined };
  const kill = () => void child.kill('SIGKILL');
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    // The process could not be started.
    child.once('error', () => child.pid === undefined && resolve());
  }).then(() => {
    connection.isAlive = false;
    connection.onReply?.(undefined);
  });
  child.on('message', (reply: Reply) => connection.onReply?.(reply));
  child.on('error', kill);
  child.on('disconnect', kill);
  return Object.assign(connection, { kill, exited, send: (request: Request) => void child.send(request, () => {}) });
}

/** Starts a reader process. SIGKILL also stops native code, which would survive its thread. */
export function startReaderProcess({
  file = workerFile(),
  hashes = false,
  ...timeouts
}: ProcessOptions = {}): ReaderProcess {
  const connection = connect(file);
  let megabytes = 0;
  return {
    pid: connection.pid,
    megabytes: () => megabytes,
    isAlive: () => connection.isAlive,
    async kill() {
      connection.kill();
      await connection.exited;
    },
    async read(paths, signal) {
      const result = await requestRead(connection, timeouts, { kind: 'read', hashes, ...paths }, signal);
      if (result.kind === 'failed') throw new ReadingFailed(result.error);
      if (result.kind === 'refused') throw new PictureRefused(result.reason, result.side);
      megabytes = result.megabytes;
      return result.read;
    },
  };
}

async function requestRead(
  connection: ReturnType<typeof connect>,
  timeouts: Timeouts,
  request: Request,
  signal: AbortSignal,
): Promise<Result> {
  const timers = readTimers(connection.kill, timeouts);
  const cancel = () => {
    timers.onCancel();
    connection.send({ kind: 'cancel' });
  };
  signal.addEventListener('abort', cancel, { once: true });
  const result = await new Promise<Result | undefined>((resolve) => {
    connection.onReply = (reply) => (reply?.kind === 'decoding' ? timers.onDecoding(reply.side) : resolve(reply));
    if (connection.isAlive) connection.send(request);
    else resolve(undefined);
  });
  connection.onReply = undefined;
  signal.removeEventListener('abort', cancel);
  timers.clear();
  if (!result) throw timers.failure();
  return result;
}
