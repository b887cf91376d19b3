import type { ReaderThread } from './reader-thread';

export type CrewOptions = {
  most: number;
  /** A thread that holds more than this is replaced. */
  megabytes: number;
  start: () => ReaderThread;
  onTrouble: (what: string, error: unknown) => void;
};

/** A number of threads that wait for work; each is started when it is first needed. */
export function threadCrew({ most, megabytes, start, onTrouble }: CrewOptions) {
  const threads = new Set<ReaderThread>();
  const idle: ReaderThread[] = [];
  const open = () => {
    const thread = start();
    threads.add(thread);
    return thread;
  };
  const retire = (thread: ReaderThread) => {
    threads.delete(thread);
    thread.end().catch((error: unknown) => onTrouble('A thread did not end', error));
  };
  return {
    /** One that has nothing to do; undefined when all are at work. */
    take: (): ReaderThread | undefined => idle.pop() ?? (threads.size < most ? open() : undefined),
    /** It has done its work: the next may have it, unless it has grown too big. */
    giveBack: (thread: ReaderThread): void => {
      if (thread.megabytes() > megabytes) retire(thread);
      else idle.push(thread);
    },
    retire,
    startAll(): void {
      while (threads.size < most) idle.push(open());
    },
    async endAll(): Promise<void> {
      await Promise.all([...threads].map((thread) => thread.end()));
    },
  };
}
