import type { Reading, SidePicture } from '@herald/card-reader';

export type Sides<T> = { front: T; back: T };

/** What was read; the originals stay in the files they arrived in. */
export type Read = Omit<Reading, 'front' | 'back'> & Sides<Omit<SidePicture, 'original'>>;

/** Reads cards beside the requests. */
export type CardReaders = {
  /** Takes one of the places, or throws the 503; gives what frees it. */
  admit(): () => void;
  /** Reads the pictures in two files. An abort takes it out of the queue, or ends the work. */
  read(paths: Sides<string>, signal: AbortSignal): Promise<Read>;
  /** Opens all readers now rather than with the first card. */
  warm(): void;
  stop(): Promise<void>;
};

/** Room for so many at once and not one more. */
export function places(most: number, refusal: () => Error): () => () => void {
  let taken = 0;
  return () => {
    if (taken >= most) throw refusal();
    taken += 1;
    let left = false;
    return () => {
      if (!left) taken -= 1;
      left = true;
    };
  };
}
