import type { Model } from '@herald/persistence';
import { recordId, type StoredRecord } from './audit-record.model';
import { countOf, positionsOf } from './bits';
import type { BlockMerge } from './block-merge.model';
import { countCache } from './count-cache';
import { datedAt } from './dated-at';
import { hideRecords } from './hide-records';
import { hiddenBlocks } from './hidden-blocks';
import { matchingBlocks } from './matching-blocks';
import type { Posting } from './posting.model';
import type { SearchCondition } from './search-condition';

export type Matches = { ids: string[]; total: number };
type Page = { skip: number; limit: number };
type Models = { AuditRecord: Model<StoredRecord>; Posting: Model<Posting>; BlockMerge: Model<BlockMerge> };

/** Finds the ids of one page of matches, newest first, and counts all of them. */
export function matchFinder({ AuditRecord, Posting, BlockMerge }: Models) {
  const counts = countCache();
  return async (condition: SearchCondition, { skip, limit }: Page): Promise<Matches> => {
    const [isHidden, hide] = await Promise.all([hiddenBlocks(BlockMerge), hideRecords(condition.hidden, Posting)]);
    const count = counts.of(condition);
    const ids: string[] = [];
    let passed = 0;
    for await (const found of matchingBlocks(condition.groups, Posting)) {
      const blocks = new Map([...hide(found)].filter(([block]) => !isHidden(block)));
      const matches = condition.createdAt ? await datedAt(condition.createdAt, blocks, AuditRecord) : blocks;
      for (const [block, bits] of matches) {
        const size = countOf(bits);
        if (ids.length < limit && passed + size > skip) {
          const positions = positionsOf(bits).slice(Math.max(0, skip - passed), skip + limit - passed);
          ids.push(...positions.map((position) => recordId(block, position)));
        }
        passed += size;
        count.add(block, size);
      }
      if (ids.length === limit && count.isComplete()) break;
    }
    return { ids, total: count.total() };
  };
}
