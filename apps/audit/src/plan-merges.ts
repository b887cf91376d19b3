import { isOpenBlock, mergedBlock, timeOf } from './audit-record.model';
import type { BlockMerge } from './block-merge.model';

export const maxPerBlock = 1_000;
/** A block of this size is left as it is. */
const largeBlock = 500;
/** Records go with their block: a merge keeps none of them longer than by this. */
const maxSpanMs = 86_400_000;

type Group = { blocks: string[]; size: number };
export type Plan = {
  merges: Pick<BlockMerge, '_id' | 'from' | 'until' | 'blocks'>[];
  /** The last block that needs no further look. */
  last: string | undefined;
};

/**
 * Groups small open blocks, in their order, into blocks of up to a thousand records. The blocks of a last group that is
 * not full wait for more, unless no more are to be waited for.
 */
export function planMerges(sizes: Map<string, number>, { isFinal }: { isFinal: boolean }): Plan {
  const merges: Plan['merges'] = [];
  let group: Group = { blocks: [], size: 0 };
  const close = () => {
    const [from, until] = [group.blocks[0]!, group.blocks.at(-1)!];
    if (group.blocks.length > 1) merges.push({ _id: mergedBlock(until), from, until, blocks: group.blocks });
    group = { blocks: [], size: 0 };
  };
  for (const [block, size] of [...sizes].filter(([name]) => isOpenBlock(name))) {
    const isSmall = size < largeBlock;
    const isLate = group.blocks.length > 0 && timeOf(block) - timeOf(group.blocks[0]!) > maxSpanMs;
    if (!isSmall || isLate || group.size + size > maxPerBlock) close();
    if (isSmall) group = { blocks: [...group.blocks, block], size: group.size + size };
  }
  if (isFinal) close();
  const names = [...sizes.keys()];
  return { merges, last: names[(group.blocks[0] === undefined ? names.length : names.indexOf(group.blocks[0])) - 1] };
}
