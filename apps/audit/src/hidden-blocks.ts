import type { Model } from '@herald/persistence';
import { isOpenBlock } from './audit-record.model';
import { inProgress, type BlockMerge } from './block-merge.model';

/** Tells which blocks a search ignores, as merges stand when it begins: each record is found in one block alone. */
export async function hiddenBlocks(BlockMerge: Model<BlockMerge>): Promise<(block: string) => boolean> {
  const merges = await BlockMerge.find(inProgress, { from: 1, until: 1, state: 1 }).lean();
  if (merges.length === 0) return () => false;
  const announced = new Set(merges.filter(({ state }) => state === 'announced').map(({ _id }) => _id));
  const replaced = merges.filter(({ state }) => state === 'visible');
  return (block) =>
    announced.has(block) || (isOpenBlock(block) && replaced.some(({ from, until }) => from <= block && block <= until));
}
