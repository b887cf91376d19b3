import { places, type CardReaders, type Read, type Sides } from './card-readers';
import { startReaderThread, ThreadDied, type ReaderThread } from './reader-thread';
import { noPlace, readerFailed } from './refusals';
import { threadCrew } from './thread-crew';

export type ThreadReadersOptions = {
  threads: number;
  queue: number;
  /** A thread that holds more than this is replaced. */
  threadMegabytes: number;
  start?: () => ReaderThread;
  onTrouble: (what: string, error: unknown) => void;
};

type Job = {
  paths: Sides<string>;
  signal: AbortSignal;
  resolve: (read: Read) => void;
  reject: (error: unknown) => void;
  tries: number;
};

/** Card readers in threads: a fixed number of them, and a queue before them. */
export function threadReaders(options: ThreadReadersOptions): CardReaders {
  const { threads: most, queue, threadMegabytes: megabytes, start = startReaderThread, onTrouble } = options;
  const crew = threadCrew({ most, megabytes, start, onTrouble });
  const waiting: Job[] = [];
  let stopped = false;

  function next(): void {
    for (let thread; !stopped && waiting.length > 0 && (thread = crew.take());)
      void run(waiting.shift()!, thread).then(next);
  }

  async function run(job: Job, thread: ReaderThread): Promise<void> {
    try {
      job.resolve(await thread.read(job.paths, job.signal));
      crew.giveBack(thread);
    } catch (error) {
      (error instanceof ThreadDied ? crew.retire : crew.giveBack)(thread);
      failed(job, error);
    }
  }

  /** A card whose thread died gets one more try, in another thread. */
  function failed(job: Job, error: unknown): void {
    if (job.signal.aborted) return;
    const again = error instanceof ThreadDied && !stopped && job.tries++ === 0;
    onTrouble(again ? 'A thread died; its card is tried once more' : 'A card was given up', error);
    if (again) waiting.unshift(job);
    else job.reject(readerFailed(error));
  }

  function forget(job: Job): void {
    const at = waiting.indexOf(job);
    if (at >= 0) waiting.splice(at, 1);
    job.reject(readerFailed(job.signal.reason));
  }

  return {
    admit: places(most + queue, noPlace),
    warm: crew.startAll,
    read(paths, signal) {
      if (stopped || signal.aborted) return Promise.reject(readerFailed());
      return new Promise((resolve, reject) => {
        const job: Job = { paths, signal, resolve, reject, tries: 0 };
        signal.addEventListener('abort', () => forget(job), { once: true });
        waiting.push(job);
        next();
      });
    },
    async stop() {
      stopped = true;
      for (const job of waiting.splice(0)) job.reject(readerFailed());
      await crew.endAll();
    },
  };
}
