import type { Reading, SidePicture } from '@herald/card-reader';
import type { Release } from '@herald/http';

export type Sides<T> = { front: T; back: T };

/** A reading without the originals, which stay in the uploaded files. */
export type CardReading = Omit<Reading, 'front' | 'back'> & Sides<Omit<SidePicture, 'original'>>;

export type ReadRequest = { company: string; paths: Sides<string> };

/** Reads cards outside the process that answers requests. */
export type CardReaders = {
  /** Acquires a slot for one card of the company, or throws the 503. */
  acquireSlot(company: string): Release;
  /** Acquires a slot for one upload by these companies, or throws the 503. */
  acquireUploadSlot(companies: string): Release;
  /** Reads the pictures in two files. Aborting removes the card from the queue, or cancels the reading. */
  read(request: ReadRequest, signal: AbortSignal): Promise<CardReading>;
  /** Starts all readers now instead of with the first card. */
  startAll(): void;
  stop(): Promise<void>;
};
