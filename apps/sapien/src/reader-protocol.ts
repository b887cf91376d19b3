import type { SideName } from '@herald/card-reader';
import type { Read, Sides } from './card-readers';

/** What the service sends to a reader process, and what it answers. */
export type Request = ({ kind: 'read' } & Sides<string>) | { kind: 'cancel' };
export type Result =
  | { kind: 'done'; read: Read; megabytes: number }
  | { kind: 'refused'; side: SideName }
  | { kind: 'failed'; error: string };
export type Reply = Result | { kind: 'decoding'; side: SideName | null };

/** A card that was not read; `side` is the one whose picture was being decoded. */
export class CardLost extends Error {
  constructor(
    reason: string,
    readonly side: SideName | null = null,
  ) {
    super(reason);
  }
}
/** The process is gone: its memory ran out, it crashed, or it was killed from outside. */
export class ReaderDied extends CardLost {}
/** The process was killed because the card took too long. */
export class ReadTimedOut extends CardLost {}
/** The picture of one side cannot be decoded. */
export class PictureRefused extends CardLost {}
/** The reader threw an error. */
export class ReadingFailed extends CardLost {}
