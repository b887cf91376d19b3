import { list, oneOf, string, timestamp } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';

const mergeStates = ['announced', 'visible'] as const;

/** All merges: a run announces some, and the next ones only once these are done. */
export const inProgress = { state: { $in: [...mergeStates] } };

/** Merges of small blocks in progress: a new block replaces those of a range. */
export const blockMerges = record('block_merges', {
  internal: {
    /** The new block. */
    _id: string(),
    /** The first and the last block that it replaces, and all of them. */
    from: string(),
    until: string(),
    blocks: list(string()),
    /** Searches ignore the new block while it is `announced`, and the old ones from then on. */
    state: oneOf(...mergeStates),
    /** When the state began. */
    at: timestamp(),
  },
  personal: [],
  impersonal: ['_id', 'from', 'until', 'blocks', 'state', 'at'],
  indexes: [[{ state: 1 }]],
  shardKey: ['_id'],
});
export type BlockMerge = Stored<typeof blockMerges>;
