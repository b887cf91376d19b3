import type { CardReaders, Read, ReadRequest } from './card-readers';
import { fairQueue } from './fair-queue';
import { fairSlots } from './fair-slots';
import { readerPool } from './reader-pool';
import { startReaderProcess, type ReaderProcess } from './reader-process';
import { ReaderDied } from './reader-protocol';
import { noSlot, readerFailed } from './refusals';

export type ProcessReadersOptions = {
  processes: number;
  /** How many cards may wait. */
  queue: number;
  maxMegabytes: number;
  start?: () => ReaderProcess;
  onTrouble: (what: string, error: unknown) => void;
};

type Job = ReadRequest & {
  signal: AbortSignal;
  resolve: (read: Read) => void;
  reject: (error: unknown) => void;
  isRetry: boolean;
};

const MIN_UPLOADS = 32;

/** Card readers in processes: a fixed number of them, and a queue before them that serves the companies in turn. */
export function processReaders(options: ProcessReadersOptions): CardReaders {
  const { processes, queue, maxMegabytes, start = startReaderProcess, onTrouble } = options;
  const pool = readerPool({ max: processes, maxMegabytes, start });
  const waiting = fairQueue<Job>();
  const places = processes + queue;
  let isStopped = false;

  function next(): void {
    for (let reader; !isStopped && !waiting.isEmpty() && (reader = pool.take());)
      void run(waiting.take()!, reader).finally(next);
  }

  async function run(job: Job, reader: ReaderProcess): Promise<void> {
    try {
      job.resolve(await reader.read(job.paths, job.signal));
    } catch (error) {
      onFailure(job, error);
    }
    pool.giveBack(reader);
  }

  /** A crash may have had another cause than the card: it gets one more try. A card that timed out gets none. */
  function onFailure(job: Job, error: unknown): void {
    if (job.signal.aborted) return;
    const mayRetry = error instanceof ReaderDied && !isStopped && !job.isRetry;
    onTrouble(mayRetry ? 'A reader died; its card is read once more' : 'A card was not read', error);
    if (!mayRetry) return job.reject(isStopped ? readerFailed() : error);
    job.isRetry = true;
    waiting.push(job.company, job);
  }

  return {
    acquireSlot: fairSlots(places, noSlot),
    acquireUploadSlot: fairSlots(Math.max(MIN_UPLOADS, 2 * places), noSlot),
    warm: pool.startAll,
    read(request, signal) {
      if (isStopped || signal.aborted) return Promise.reject(readerFailed());
      return new Promise((resolve, reject) => {
        const job: Job = { ...request, signal, resolve, reject, isRetry: false };
        const onAbort = () => {
          waiting.remove(job.company, job);
          reject(readerFailed(signal.reason));
        };
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.push(job.company, job);
        next();
      });
    },
    async stop() {
      isStopped = true;
      for (const job of waiting.drain()) job.reject(readerFailed());
      await pool.stop();
    },
  };
}
