import { bindTrace, startSpan, withSpan } from '@herald/tracing';
import { noSlot, readerFailed } from '../refusals';
import type { ReadingMetrics } from '../reading-metrics';
import { aidedReading } from './aided-reading';
import type { CardReaders, CardReading, ReadRequest } from './card-readers';
import { fairQueue } from './fair-queue';
import { fairSlots } from './fair-slots';
import { idleHelpers } from './idle-helpers';
import { readerPool } from './reader-pool';
import { startReaderProcess, type ReaderProcess } from './reader-process';
import { ReaderExited } from './reader-protocol';

export type ProcessReadersOptions = {
  maxProcesses: number;
  /** The maximum number of cards that wait for a process. */
  maxQueued: number;
  maxMegabytes: number;
  start?: () => ReaderProcess;
  metrics: Pick<ReadingMetrics, 'queued' | 'reading' | 'readSeconds'>;
  logFailure: (message: string, error: unknown) => void;
};

type QueuedCard = ReadRequest & {
  signal: AbortSignal;
  resolve: (reading: CardReading) => void;
  reject: (error: unknown) => void;
  /** Runs in the trace of the card's request, whichever card was read before. */
  run: (read: () => Promise<CardReading>) => Promise<CardReading>;
  isRetry: boolean;
};

const MIN_UPLOADS = 32;

/** Card readers in a pool of processes, with a queue that serves the companies in turn. */
export function processReaders(options: ProcessReadersOptions): CardReaders {
  const { maxProcesses, maxQueued, maxMegabytes, start = startReaderProcess, metrics, logFailure } = options;
  const pool = readerPool({ max: maxProcesses, maxMegabytes, start });
  const queue = fairQueue<QueuedCard>((size) => metrics.queued.set(size));
  const maxCards = maxProcesses + maxQueued;
  let isStopped = false;

  const isWaitedFor = () => isStopped || !queue.isEmpty();
  const helpers = idleHelpers({ acquireIdle: () => (isWaitedFor() ? undefined : pool.acquireIdle()), release });

  function dispatch(): void {
    for (let reader; !isStopped && !queue.isEmpty() && (reader = pool.acquire());)
      void readCard(queue.shift()!, reader);
    helpers.help();
  }

  function release(reader: ReaderProcess): void {
    pool.release(reader);
    dispatch();
  }

  /** A card whose process exited may be the cause: it is read again by one process alone. */
  async function readCard(card: QueuedCard, reader: ReaderProcess): Promise<void> {
    const reading = aidedReading(card.paths, card.signal);
    if (!card.isRetry) helpers.offer(reading);
    await card.run(() => reading.readBy(reader)).then(card.resolve, (error: unknown) => onFailure(card, error));
    release(reader);
  }

  /** The card may not be the cause of a crash: it is read once more. A card that timed out is not. */
  function onFailure(card: QueuedCard, error: unknown): void {
    if (card.signal.aborted) return;
    const mayRetry = error instanceof ReaderExited && !isStopped && !card.isRetry;
    logFailure(mayRetry ? 'A reader process exited; retrying its card' : 'A card could not be read', error);
    if (!mayRetry) return card.reject(isStopped ? readerFailed() : error);
    card.isRetry = true;
    queue.push(card.company, card);
  }

  return {
    acquireSlot: fairSlots(maxCards, noSlot),
    acquireUploadSlot: fairSlots(Math.max(MIN_UPLOADS, 2 * maxCards), noSlot),
    startAll: pool.startAll,
    read(request, signal) {
      if (isStopped || signal.aborted) return Promise.reject(readerFailed());
      const { card, read } = createCard(request, signal, metrics);
      signal.addEventListener('abort', () => queue.remove(card.company, card), { once: true });
      queue.push(card.company, card);
      dispatch();
      return read;
    },
    async stop() {
      isStopped = true;
      for (const card of queue.drain()) card.reject(readerFailed());
      await pool.stop();
    },
  };
}

function createCard(request: ReadRequest, signal: AbortSignal, metrics: ProcessReadersOptions['metrics']) {
  const run = runInTrace(signal, metrics);
  let card!: QueuedCard;
  const read = new Promise<CardReading>((resolve, reject) => {
    card = { ...request, signal, resolve, reject, run, isRetry: false };
    signal.addEventListener('abort', () => reject(readerFailed(signal.reason)), { once: true });
  });
  return { card, read };
}

/**
 * A function that runs a reading in the trace of its request, whichever card its reader had before. Reader processes
 * write no spans of their own: they get neither settings nor a connection.
 */
function runInTrace(signal: AbortSignal, metrics: ProcessReadersOptions['metrics']) {
  const waiting = startSpan({ name: 'wait for a reader' });
  signal.addEventListener('abort', () => waiting.isRecording() && waiting.end(), { once: true });
  return bindTrace((read: () => Promise<CardReading>) => {
    if (waiting.isRecording()) waiting.end();
    return withSpan({ name: 'read card' }, () => measured(read, metrics));
  });
}

async function measured(
  read: () => Promise<CardReading>,
  { reading, readSeconds }: ProcessReadersOptions['metrics'],
): Promise<CardReading> {
  const began = performance.now();
  reading.add(1);
  try {
    return await read();
  } finally {
    reading.add(-1);
    readSeconds.observe((performance.now() - began) / 1000);
  }
}
