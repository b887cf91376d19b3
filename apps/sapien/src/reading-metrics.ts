import type { Metrics } from '@herald/metrics';
import { CardNotRead, ReadTimedOut } from './readers/reader-protocol';

const reason = [
  /** Too many cards are being read, in total or of the company. */
  'no_slot',
  /** A side is missing, sent twice, or no acceptable picture. */
  'bad_picture',
  'undecodable',
  'timed_out',
  'reader_failed',
  /** The pictures are not the two sides of one card. */
  'conflict',
  'missing_fields',
] as const;
export type RefusalReason = (typeof reason)[number];
export type ReadingMetrics = ReturnType<typeof readingMetrics>;

/** What is measured of cards: sums over all companies. */
export function readingMetrics({ counter, gauge, histogram }: Metrics) {
  const refusals = counter({
    name: 'herald_sapien_refusals_total',
    help: 'Cards that were refused, by reason',
    labels: { reason },
  });
  return {
    queued: gauge({ name: 'herald_sapien_queued_cards', help: 'Cards that wait for a reader', labels: {} }).at({}),
    reading: gauge({ name: 'herald_sapien_reading_cards', help: 'Cards that are being read', labels: {} }).at({}),
    readSeconds: histogram({
      name: 'herald_sapien_read_seconds',
      help: 'A card in its reader process, also one that was not read',
      labels: {},
    }).at({}),
    cardSeconds: histogram({
      name: 'herald_sapien_card_seconds',
      help: 'A card that was read, with its time in the queue',
      labels: {},
    }).at({}),
    /** Counts a refusal and gives its error. */
    refused<E>(why: RefusalReason, error: E): E {
      refusals.at({ reason: why }).add();
      return error;
    },
  };
}

/** Why a card was not read; undefined for a caller that hung up and a process that stops. */
export function reasonOfFailure(error: unknown): RefusalReason | undefined {
  if (!(error instanceof CardNotRead)) return undefined;
  if (error instanceof ReadTimedOut) return 'timed_out';
  return error.side === null ? 'reader_failed' : 'undecodable';
}
