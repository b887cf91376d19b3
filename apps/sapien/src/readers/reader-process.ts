import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BackElsewhere, ExaminedSide } from '@herald/card-reader';
import type { CardReading, Sides } from './card-readers';
import { cpuMsOf } from './process-cpu';
import { readTimers, type Timeouts } from './read-timers';
import { PictureRefused, ReadingFailed, type Reply, type Request, type Result, type Task } from './reader-protocol';

export type ReaderProcess = {
  pid: number | undefined;
  /** Reads one card at a time. Rejects with CardNotRead. */
  read(paths: Sides<string>, signal: AbortSignal, back?: BackElsewhere): Promise<CardReading>;
  /** Reads a back as far as that is possible without its front. */
  examineBack(path: string, signal: AbortSignal): Promise<ExaminedSide>;
  /** The resident memory after the last card. */
  megabytes(): number;
  isAlive(): boolean;
  /** Resolves when the process has exited. */
  kill(): Promise<void>;
};

const withoutHelp: BackElsewhere = { isTaken: false, examined: async () => null };

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
  let card = 0;
  async function perform<Kind extends 'done' | 'examined'>(
    kind: Kind,
    task: Task,
    signal: AbortSignal,
    onFrontExamined?: () => void,
  ) {
    const result = await requestResult(connection, timeouts, task, { signal, onFrontExamined });
    if (result.kind === 'refused') throw new PictureRefused(result.reason, result.side);
    if (result.kind !== kind) throw new ReadingFailed(result.kind === 'failed' ? result.error : result.kind);
    megabytes = result.megabytes;
    return result as Extract<Result, { kind: Kind }>;
  }
  return {
    pid: connection.pid,
    megabytes: () => megabytes,
    isAlive: () => connection.isAlive,
    async kill() {
      connection.kill();
      await connection.exited;
    },
    async read(paths, signal, back = withoutHelp) {
      const current = ++card;
      // A helper that fails cancels the card: the reader need not know why.
      const onFrontExamined = () =>
        void back.examined().then(
          (side) => connection.send({ kind: 'examined back', card: current, side }),
          () => {},
        );
      const task = { kind: 'read', card: current, hashes, isBackTaken: back.isTaken, ...paths } as const;
      return (await perform('done', task, signal, onFrontExamined)).read;
    },
    async examineBack(back, signal) {
      return (await perform('examined', { kind: 'examine', card: ++card, hashes, back }, signal)).side;
    },
  };
}

async function requestResult(
  connection: ReturnType<typeof connect>,
  timeouts: Timeouts,
  task: Task,
  { signal, onFrontExamined = () => {} }: { signal: AbortSignal; onFrontExamined?: () => void },
): Promise<Result> {
  const { pid, kill } = connection;
  const timers = readTimers({ kill, cpuMs: () => cpuMsOf(pid) }, timeouts);
  const cancel = () => {
    timers.onCancel();
    connection.send({ kind: 'cancel' });
  };
  signal.addEventListener('abort', cancel, { once: true });
  const result = await new Promise<Result | undefined>((resolve) => {
    connection.onReply = (reply) => {
      if (reply?.kind === 'decoding') timers.onDecoding(reply.side);
      else if (reply?.kind === 'front examined') onFrontExamined();
      else resolve(reply);
    };
    if (connection.isAlive) connection.send(task);
    else resolve(undefined);
  });
  connection.onReply = undefined;
  signal.removeEventListener('abort', cancel);
  timers.clear();
  if (!result) throw timers.failure();
  return result;
}
