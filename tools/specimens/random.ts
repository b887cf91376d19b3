/** Numbers that look random and are the same for the same seed, on every machine. */
export type Random = {
  /** 0 up to 1. */
  next(): number;
  between(least: number, most: number): number;
  integer(least: number, most: number): number;
  pick<T>(list: readonly T[]): T;
  chance(share: number): boolean;
  digits(count: number): string;
};

/** A stream of its own for each name, so that one more draw in one place changes nothing elsewhere. */
export function randomOf(seed: number, name: string): Random {
  let state = hashed(`${seed}:${name}`);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    integer,
    between: (least, most) => least + next() * (most - least),
    pick: <T>(list: readonly T[]) => list[integer(0, list.length - 1)]!,
    chance: (share) => next() < share,
    digits: (count) => Array.from({ length: count }, (_, at) => integer(at === 0 ? 1 : 0, 9)).join(''),
  };
}

function hashed(text: string): number {
  let hash = 2_166_136_261;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619);
  return hash;
}
