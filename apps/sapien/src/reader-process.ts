import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Read, Sides } from './card-readers';
import { readTimers, type Timeouts } from './read-timers';
import { PictureRefused, ReadingFailed, type Reply, type Request, type Result } from './reader-protocol';

export type ReaderProcess = {
  pid: number | undefined;
  /** Reads one card; one at a time. Rejects with CardLost. */
  read(paths: Sides<string>, signal: AbortSignal): Promise<Read>;
  /** Its resident memory after the last card. */
  megabytes(): number;
  isAlive(): boolean;
  /** Resolves once the process is gone. */
  kill(): Promise<void>;
};

/** `file` is what the process runs: the reader's own unless a test has another. */
export type ProcessOptions = Timeouts & { file?: string };

/** Beside this file there is the bundled worker or, where sources run as they are, its source. */
function ownFile(): string {
  const bundled = join(__dirname, 'read-cards.worker.js');
  return existsSync(bundled) ? bundled : join(__dirname, 'read-cards.worker.ts');
}

/** Decoders and engines allocate in large blocks: given back at once, a reader holds 220 MB instead of 340. */
const allocator = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '1000000', MALLOC_MMAP_THRESHOLD_: '1000000' };
const heap = ['--max-old-space-size=512', '--max-semi-space-size=4'];

/**
 * An environment of its own keeps the service's secrets from whatever breaks out of a decoder. What the engines print
 * may quote a card: it is thrown away.
 */
function forkReader(file: string) {
  const execArgv = [...heap, ...(file.endsWith('.ts') ? ['--require', 'tsx/cjs'] : [])];
  const stdio = ['ignore', 'ignore', 'ignore', 'ipc'] as const;
  return fork(file, [], { execArgv, env: allocator, serialization: 'advanced', stdio: [...stdio] });
}

type Listener = (reply: Reply | undefined) => void;

/** A started process; its listener hears the replies, and undefined once it is gone. */
function connect(file: string) {
  const child = forkReader(file);
  const connection = { pid: child.pid, isAlive: true, onReply: undefined as Listener | undefined };
  const kill = () => void child.kill('SIGKILL');
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    // Nothing was started.
    child.once('error', () => child.pid === undefined && resolve());
  }).then(() => {
    connection.isAlive = false;
    connection.onReply?.(undefined);
  });
  child.on('message', (reply: Reply) => connection.onReply?.(reply));
  child.on('error', kill);
  child.on('disconnect', kill);
  return Object.assign(connection, { kill, gone, send: (request: Request) => void child.send(request, () => {}) });
}

/** Starts a process with a reader in it. SIGKILL ends native code as well, which would outlive its thread. */
export function startReaderProcess({ file = ownFile(), ...timeouts }: ProcessOptions = {}): ReaderProcess {
  const connection = connect(file);
  let megabytes = 0;
  return {
    pid: connection.pid,
    megabytes: () => megabytes,
    isAlive: () => connection.isAlive,
    async kill() {
      connection.kill();
      await connection.gone;
    },
    async read(paths, signal) {
      const result = await resultOf(connection, timeouts, paths, signal);
      if (result.kind === 'failed') throw new ReadingFailed(result.error);
      if (result.kind === 'refused') throw new PictureRefused('The picture cannot be decoded', result.side);
      megabytes = result.megabytes;
      return result.read;
    },
  };
}

async function resultOf(
  connection: ReturnType<typeof connect>,
  timeouts: Timeouts,
  paths: Sides<string>,
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
    if (connection.isAlive) connection.send({ kind: 'read', ...paths });
    else resolve(undefined);
  });
  connection.onReply = undefined;
  signal.removeEventListener('abort', cancel);
  timers.clear();
  if (!result) throw timers.failure();
  return result;
}
