import type { ExaminedSide } from '@herald/card-reader';
import type { CardReading, Sides } from './card-readers';
import type { ReaderProcess } from './reader-process';

export type AidedReading = ReturnType<typeof aidedReading>;

/**
 * A card that one process reads. Until it has examined the front, another one may help, and examine the back. Whatever
 * fails first stops both, and is the failure of the card.
 */
export function aidedReading(paths: Sides<string>, signal: AbortSignal) {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  let back: Promise<ExaminedSide> | undefined;
  let isTooLate = false;
  let failure: { error: unknown } | undefined;
  const stopBoth = (error: unknown) => {
    failure ??= { error };
    stop.abort();
  };
  const examined = async () => {
    isTooLate = true;
    return (await back) ?? null;
  };
  return {
    canBeHelped: () => back === undefined && !isTooLate,
    /** Resolves when the helper is free again. */
    async helpedBy(helper: ReaderProcess): Promise<void> {
      back = helper.examineBack(paths.back, either);
      await back.catch(stopBoth);
    },
    /** A card that failed does not wait for its helper to stop. */
    async readBy(reader: ReaderProcess): Promise<CardReading> {
      try {
        return await reader.read(paths, either, { isTaken: back !== undefined, examined });
      } catch (error) {
        stopBoth(error);
        throw failure!.error;
      } finally {
        isTooLate = true;
      }
    },
  };
}
