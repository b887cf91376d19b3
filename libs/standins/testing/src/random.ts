/** A source of random numbers from 0 to 1; the same seed gives the same sequence. */
export type Random = () => number;

/** Mulberry32: small, and random enough for test cases. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A random element of a list. */
export function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)]!;
}

/** A random integer below a limit. */
export function below(random: Random, limit: number): number {
  return Math.floor(random() * limit);
}
