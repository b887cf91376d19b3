import type { ReaderProcess } from './reader-process';

export type PoolOptions = {
  max: number;
  /** A process with more resident memory than this after a card is replaced. */
  maxMegabytes: number;
  start: () => ReaderProcess;
};

/** A pool of reader processes. Each starts when it is first needed, and is replaced as soon as it has exited. */
export function readerPool({ max, maxMegabytes, start }: PoolOptions) {
  const readers = new Set<ReaderProcess>();
  const idle: ReaderProcess[] = [];
  let isStopped = false;
  const startReader = () => {
    const reader = start();
    readers.add(reader);
    return reader;
  };
  const isUsable = (reader: ReaderProcess) => reader.isAlive() && reader.megabytes() <= maxMegabytes;
  const replace = (reader: ReaderProcess) => {
    readers.delete(reader);
    void reader.kill();
    return startReader();
  };
  /** An idle process; undefined if none is started and idle. */
  function acquireIdle(): ReaderProcess | undefined {
    const reader = idle.pop();
    return reader?.isAlive() === false ? replace(reader) : reader;
  }
  return {
    /** An idle process, started if necessary; undefined if all are busy. */
    acquire: () => acquireIdle() ?? (readers.size < max ? startReader() : undefined),
    acquireIdle,
    /** Replaces the process if necessary, so that the next card does not wait for a start. */
    release(reader: ReaderProcess): void {
      if (!isStopped) idle.push(isUsable(reader) ? reader : replace(reader));
    },
    startAll(): void {
      while (readers.size < max) idle.push(startReader());
    },
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all([...readers].map((reader) => reader.kill()));
    },
  };
}
