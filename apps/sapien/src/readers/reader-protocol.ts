import type { ExaminedSide, SideName } from '@herald/card-reader';
import type { CardReading, Sides } from './card-readers';

/** The messages to a reader process and its replies. The number of a card tells it from those before it. */
export type Task =
  | ({ kind: 'read'; card: number; hashes: boolean; isBackTaken: boolean } & Sides<string>)
  | { kind: 'examine'; card: number; hashes: boolean; back: string };
export type Request = Task | { kind: 'examined back'; card: number; side: ExaminedSide | null } | { kind: 'cancel' };
export type Result =
  | { kind: 'done'; read: CardReading; megabytes: number }
  | { kind: 'examined'; side: ExaminedSide; megabytes: number }
  | { kind: 'refused'; side: SideName; reason: string }
  | { kind: 'failed'; error: string };
export type Reply = Result | { kind: 'decoding'; side: SideName | null } | { kind: 'front examined' };

/** A card could not be read. `side` is set if the failure occurred while its picture was decoded. */
export class CardNotRead extends Error {
  constructor(
    reason: string,
    readonly side: SideName | null = null,
  ) {
    super(reason);
  }
}
/** The process exited: it ran out of memory, crashed or was killed from outside. */
export class ReaderExited extends CardNotRead {}
/** The process was killed because the card took too long. */
export class ReadTimedOut extends CardNotRead {}
/** The picture of one side cannot be decoded, or shows nothing. The message is safe to show. */
export class PictureRefused extends CardNotRead {}
/** The reader threw an error. */
export class ReadingFailed extends CardNotRead {}
