import type { ReaderProcess } from './reader-process';

export type PoolOptions = {
  max: number;
  /** A process that holds more than this after a card is replaced. */
  maxMegabytes: number;
  start: () => ReaderProcess;
};

/** Processes that wait for cards; each is started when it is first needed, and replaced at once when it is gone. */
export function readerPool({ max, maxMegabytes, start }: PoolOptions) {
  const readers = new Set<ReaderProcess>();
  const idle: ReaderProcess[] = [];
  let isStopped = false;
  const open = () => {
    const reader = start();
    readers.add(reader);
    return reader;
  };
  const isUsable = (reader: ReaderProcess) => reader.isAlive() && reader.megabytes() <= maxMegabytes;
  const replace = (reader: ReaderProcess) => {
    readers.delete(reader);
    void reader.kill();
    return open();
  };
  return {
    /** One that has nothing to do; undefined when all are at work. */
    take(): ReaderProcess | undefined {
      const reader = idle.pop();
      if (!reader) return readers.size < max ? open() : undefined;
      return reader.isAlive() ? reader : replace(reader);
    },
    /** The next card finds a reader that is already open. */
    giveBack(reader: ReaderProcess): void {
      if (!isStopped) idle.push(isUsable(reader) ? reader : replace(reader));
    },
    startAll(): void {
      while (readers.size < max) idle.push(open());
    },
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all([...readers].map((reader) => reader.kill()));
    },
  };
}
