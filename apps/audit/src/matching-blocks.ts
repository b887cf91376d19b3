import type { Model } from '@herald/persistence';
import { intersectionOf, unionOf } from './bits';
import { bitsOf, blockOf, digestOf, postingId, type Posting } from './posting.model';

/** Blocks with the positions of matching records, newest first. */
export type Blocks = Map<string, Buffer>;

type Batch = {
  blocks: Blocks;
  /** All blocks from here on are in the batch; undefined when no older one exists. */
  bound: string | undefined;
};

/** A first page needs few blocks. */
const firstBatch = 100;
/** A count needs all blocks: a round trip costs more than the postings of this many. */
const laterBatch = 5_000;

/** Reads the blocks whose records have a key of each group, newest first, in batches. */
export async function* matchingBlocks(groups: string[][], Posting: Model<Posting>): AsyncGenerator<Blocks> {
  const digests = groups.map((keys) => keys.map(digestOf));
  let before: string | undefined;
  for (let size = firstBatch; ; size = laterBatch) {
    const batches = await Promise.all(digests.map((keys) => newestOf(keys, { before, size }, Posting)));
    const ended = batches.filter(({ bound }) => bound === undefined).toSorted((a, b) => a.blocks.size - b.blocks.size);
    if (ended[0]) return yield await allWithin(ended[0].blocks, batches, digests, Posting);
    before = batches.map(({ bound }) => bound!).reduce((one, other) => (one > other ? one : other));
    yield intersect(batches.map(({ blocks }) => since(blocks, before!)));
  }
}

/** All matches, where the rarest group has few blocks: the other groups are read for these blocks alone. */
async function allWithin(
  rarest: Blocks,
  batches: Batch[],
  digests: string[][],
  Posting: Model<Posting>,
): Promise<Blocks> {
  const names = [...rarest.keys()];
  const complete = batches.map(async ({ blocks, bound }, at) =>
    bound === undefined ? blocks : union(await Promise.all(digests[at]!.map((key) => among(key, names, Posting)))),
  );
  return intersect(await Promise.all(complete));
}

type Range = { before: string | undefined; size: number };

/** A search has fewer keys, a person more: most of those are in no record, and one command finds the others. */
const manyKeys = 16;

/** The newest blocks that have any of some keys. */
async function newestOf(digests: string[], range: Range, Posting: Model<Posting>): Promise<Batch> {
  if (range.before === undefined && digests.length >= manyKeys) {
    const found = await postingsOf(digests, Posting, laterBatch);
    if (found.length < laterBatch) return { blocks: toUnion(found), bound: undefined };
  }
  const lists = await Promise.all(digests.map((digest) => newest(digest, range, Posting)));
  const bounds = lists.filter(({ size }) => size === range.size).map((blocks) => [...blocks.keys()].at(-1)!);
  if (bounds.length === 0) return { blocks: union(lists), bound: undefined };
  const bound = bounds.reduce((one, other) => (one > other ? one : other));
  return { blocks: since(union(lists), bound), bound };
}

/** Greater than the `/` after a digest, and than any block. */
const afterDigest = '0';

async function newest(digest: string, { before, size }: Range, Posting: Model<Posting>): Promise<Blocks> {
  const $lt = before === undefined ? digest + afterDigest : postingId(digest, before);
  const found = Posting.find({ _id: { $gt: postingId(digest, ''), $lt } }).sort({ _id: -1 });
  return toBlocks(await found.limit(size).lean<Posting[]>());
}

export async function among(digest: string, blocks: string[], Posting: Model<Posting>): Promise<Blocks> {
  const ids = blocks.map((block) => postingId(digest, block));
  return toBlocks(await Posting.find({ _id: { $in: ids } }).lean<Posting[]>());
}

const toBlocks = (found: Posting[]): Blocks => new Map(found.map((one) => [blockOf(one), bitsOf(one)]));

const since = (blocks: Blocks, bound: string): Blocks => new Map([...blocks].filter(([block]) => block >= bound));

/** Range conditions of one command. */
const maxRanges = 200;

/** The postings of some keys; `limit` holds for each command, 0 is none. */
async function postingsOf(digests: string[], Posting: Model<Posting>, limit = 0): Promise<Posting[]> {
  const lists: Posting[][] = [];
  for (let at = 0; at < digests.length; at += maxRanges) {
    const some = digests.slice(at, at + maxRanges);
    const ranges = some.map((digest) => ({ _id: { $gt: postingId(digest, ''), $lt: digest + afterDigest } }));
    lists.push(await Posting.find({ $or: ranges }).limit(limit).lean<Posting[]>());
  }
  return lists.flat();
}

/** All blocks that have any of some keys, for keys that few records have. */
export const ofKeys = async (digests: string[], Posting: Model<Posting>): Promise<Blocks> =>
  toUnion(await postingsOf(digests, Posting));

/** A block may occur under several keys. */
const toUnion = (found: Posting[]): Blocks => union(found.map((one) => toBlocks([one])));

export function union(lists: Blocks[]): Blocks {
  if (lists.length === 1) return lists[0]!;
  const result: Blocks = new Map();
  for (const [block, bits] of lists.flatMap((blocks) => [...blocks])) {
    const known = result.get(block);
    result.set(block, known ? unionOf(known, bits) : bits);
  }
  return result;
}

/** The blocks that all have, newest first, with the positions that all have. */
export function intersect([first, ...others]: Blocks[]): Blocks {
  const matches = [...first!].map(([block, bits]): [string, Buffer] => [
    block,
    others.reduce((rest, blocks) => intersectionOf(rest, blocks.get(block) ?? Buffer.alloc(0)), bits),
  ]);
  return new Map(matches.toSorted(([one], [other]) => (one < other ? 1 : -1)));
}
