import { boolean, optional, string, timestamp } from '@herald/contracts';
import { record } from '@herald/persistence';

/** How far the records of an earlier version, which wrote no postings, have theirs by now. */
export const postingProgress = record('posting_progress', {
  internal: {
    /** The name of the job. */
    _id: string(),
    /** The last record that was looked at. */
    last: string(),
    /** When the first process of this version began. */
    started_at: optional(timestamp()),
    isDone: boolean(),
  },
  personal: [],
  impersonal: ['_id', 'last', 'started_at', 'isDone'],
  shardKey: ['_id'],
});
