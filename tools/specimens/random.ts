/** Pseudo-random numbers, the same for the same seed on every machine. */
export type Random = {
  /** At min 0, less than 1. */
  next(): number;
  between(min: number, max: number): number;
  integer(min: number, max: number): number;
  pick<T>(list: readonly T[]): T;
  chance(probability: number): boolean;
  digits(count: number): string;
};

/** An independent stream for each name: one more draw in one place changes nothing elsewhere. */
export function randomOf(seed: number, name: string): Random {
  let state = hash32(`${seed}:${name}`);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    integer,
    between: (min, max) => min + next() * (max - min),
    pick: <T>(list: readonly T[]) => list[integer(0, list.length - 1)]!,
    chance: (probability) => next() < probability,
    digits: (count) => Array.from({ length: count }, (_, at) => integer(at === 0 ? 1 : 0, 9)).join(''),
  };
}

function hash32(text: string): number {
  let hash = 2_166_136_261;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619);
  return hash;
}
