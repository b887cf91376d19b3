import type { Release } from '@herald/http';
import type { Reading, SidePicture } from '@herald/card-reader';

export type Sides<T> = { front: T; back: T };

/** What was read; the originals stay in the files they arrived in. */
export type Read = Omit<Reading, 'front' | 'back'> & Sides<Omit<SidePicture, 'original'>>;

export type ReadRequest = { company: string; paths: Sides<string> };

/** Reads cards outside of the process that answers requests. */
export type CardReaders = {
  /** Acquires a place for one card of the company, or throws the 503. */
  acquireSlot(company: string): Release;
  /** Acquires the right to send one body for these companies, or throws the 503. */
  acquireUploadSlot(companies: string): Release;
  /** Reads the pictures in two files. An abort removes the card from the queue, or ends the work. */
  read(request: ReadRequest, signal: AbortSignal): Promise<Read>;
  /** Opens all readers now rather than with the first card. */
  warm(): void;
  stop(): Promise<void>;
};
