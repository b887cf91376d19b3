import { hash } from 'node:crypto';
import { integer, list, nullable, string } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';

/**
 * Devices of a campaign that were listed together, cut into batches in the order of their hashes: the batch of a device
 * is found without a record for each.
 */
export const portions = record('portions', {
  internal: {
    /** `<campaign's uuid>/<position>`: of processes that list the same devices, one saves its portion. */
    _id: string(),
    campaign_uuid: string(),
    position: integer(),
    /** The number of its first batch. */
    first: integer(),
    /** How many devices each batch has. */
    sizes: list(integer()),
    /** Where the hashes of each batch begin: between those of two devices, so that they identify neither. */
    starts: list(integer()),
    /** The entries of its batches are `<lists_id>/<index>`. */
    lists_id: string(),
    /** Where the walk continues; null where all devices are listed. */
    next: nullable(string()),
  },
  personal: [],
  impersonal: ['_id', 'campaign_uuid', 'position', 'first', 'sizes', 'starts', 'lists_id', 'next'],
  indexes: [[{ campaign_uuid: 1, position: 1 }]],
  shardKey: ['_id'],
});
export type Portion = Stored<typeof portions>;

const hexDigits = 12;

/** 48 bits: exact as a number. */
export const deviceHash = (coreId: string): number => Number.parseInt(hash('sha1', coreId).slice(0, hexDigits), 16);

/** The number after its last batch. */
export const endOf = ({ first, sizes }: Pick<Portion, 'first' | 'sizes'>): number => first + sizes.length;

export const entriesIdOf = ({ lists_id }: Pick<Portion, 'lists_id'>, index: number): string => `${lists_id}/${index}`;

/** How many of these ascending numbers are not above one. */
export function countUpTo(ascending: ArrayLike<number>, limit: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The batches of a portion that may hold a device, as indexes: two if a batch begins exactly at its hash. */
export function batchesAt({ starts }: Pick<Portion, 'starts'>, hash: number): number[] {
  const found = countUpTo(starts, hash) - 1;
  if (found < 0) return [];
  return found > 0 && starts[found] === hash ? [found - 1, found] : [found];
}
