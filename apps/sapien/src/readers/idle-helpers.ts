import type { AidedReading } from './aided-reading';
import type { ReaderProcess } from './reader-process';

type Options = {
  acquireIdle: () => ReaderProcess | undefined;
  release: (helper: ReaderProcess) => void;
};

/** Processes without a card of their own examine the backs of cards that others read. */
export function idleHelpers({ acquireIdle, release }: Options) {
  const readings = new Set<AidedReading>();
  function help(): void {
    for (const reading of readings) {
      const helper = reading.canBeHelped() ? acquireIdle() : undefined;
      if (helper) void reading.helpedBy(helper).then(() => release(helper));
      if (!reading.canBeHelped()) readings.delete(reading);
    }
  }
  return {
    help,
    /** The reading may be helped until its front is examined. */
    offer(reading: AidedReading): void {
      readings.add(reading);
      help();
    },
  };
}
