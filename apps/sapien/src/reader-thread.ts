import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Read, Sides } from './card-readers';

export type Asked = ({ kind: 'read' } & Sides<string>) | { kind: 'cancel' };
export type Told = { kind: 'done'; read: Read; megabytes: number } | { kind: 'failed'; error: string };

/** The thread is gone: its memory ran out, it crashed, or it had to be ended. */
export class ThreadDied extends Error {}
/** The reader gave up on these pictures. */
export class ReadingFailed extends Error {}

export type ReaderThread = {
  /** One at a time. */
  read(paths: Sides<string>, signal: AbortSignal): Promise<Read>;
  /** What it held after the last card. */
  megabytes(): number;
  end(): Promise<void>;
};

export type ThreadOptions = {
  /** The file that the thread runs; it is the reader's own unless a test has another. */
  file?: string;
  /** A read that takes longer ends its thread. */
  mostMs?: number;
  /** How long a cancelled read may take to notice. */
  patienceMs?: number;
};

/** Beside this file there is the bundled worker or, where sources run as they are, its source. */
function ownFile(): string {
  const bundled = join(__dirname, 'read-cards.worker.js');
  return existsSync(bundled) ? bundled : join(__dirname, 'read-cards.worker.ts');
}

/** Starts a thread with a reader in it. What the engines print goes nowhere: it may quote a card. */
export function startReaderThread(options: ThreadOptions = {}): ReaderThread {
  const { file = ownFile(), mostMs = 30_000, patienceMs = 2_000 } = options;
  const execArgv = file.endsWith('.ts') ? ['--require', 'tsx/cjs'] : [];
  const quiet = { stdout: true, stderr: true };
  const worker = new Worker(file, { ...quiet, execArgv, resourceLimits: { maxOldGenerationSizeMb: 512 } });
  worker.stdout.resume();
  worker.stderr.resume();
  let held = 0;
  let dead = false;
  let settle: ((told: Told | undefined) => void) | undefined;
  let why = '';
  const bury = () => {
    dead = true;
    settle?.(undefined);
  };
  const endFor = (reason: string) => {
    why = reason;
    void worker.terminate();
  };
  worker.on('message', (told: Told) => settle?.(told));
  // Its kind alone: the text of an error may quote a card.
  worker.on('error', (error: NodeJS.ErrnoException) => void (why = error.code ?? error.name));
  worker.on('exit', bury);

  return {
    megabytes: () => held,
    end: async () => void (await worker.terminate()),
    async read(paths, signal) {
      if (dead) throw new ThreadDied(why);
      const timers = [setTimeout(endFor, mostMs, 'The reading took too long')];
      const cancel = () => {
        worker.postMessage({ kind: 'cancel' } satisfies Asked);
        timers.push(setTimeout(endFor, patienceMs, 'It did not stop when it was told to'));
      };
      signal.addEventListener('abort', cancel, { once: true });
      worker.postMessage({ kind: 'read', ...paths } satisfies Asked);
      const told = await new Promise<Told | undefined>((resolve) => (settle = resolve));
      settle = undefined;
      signal.removeEventListener('abort', cancel);
      timers.forEach(clearTimeout);
      if (!told) throw new ThreadDied(why);
      if (told.kind === 'failed') throw new ReadingFailed(told.error);
      held = told.megabytes;
      return told.read;
    },
  };
}
