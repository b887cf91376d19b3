import { createHash } from 'node:crypto';
import { integer, list, optional, string } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';
import { toBits } from './bits';

/**
 * Where a key occurs: one posting for each key of each block, a block being the records of one request. Postings of a
 * key are a range of ids in the order of time, so that they need no index besides their id.
 */
export const postings = record('audit_postings', {
  internal: {
    /** `<digest of the key>/<block>`. */
    _id: string(),
    /** The positions of the matching records in the block, if they are few. */
    at: optional(list(integer())),
    /** Otherwise one bit for each record of the block, in base64. */
    bits: optional(string()),
  },
  personal: ['_id'],
  impersonal: ['at', 'bits'],
  shardKey: ['_id'],
});
export type Posting = Stored<typeof postings>;

const maxListed = 16;

export function newPosting(key: string, block: string, positions: number[]): Posting {
  const _id = postingId(digestOf(key), block);
  return positions.length <= maxListed ? { _id, at: positions } : { _id, bits: toBits(positions).toString('base64') };
}

export const postingId = (digest: string, block: string): string => `${digest}/${block}`;

export const blockOf = ({ _id }: Pick<Posting, '_id'>): string => _id.slice(_id.indexOf('/') + 1);

/** Values have up to 10,000 characters: their digests have a fixed length. */
export const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 22);

/** The positions of a posting, one bit each. */
export function bitsOf({ at, bits }: Posting): Buffer {
  return bits === undefined ? toBits(at ?? []) : Buffer.from(bits, 'base64');
}
