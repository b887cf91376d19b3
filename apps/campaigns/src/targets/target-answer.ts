import { nullable, object, string, timestamp } from '@herald/contracts';
import { targetStatus } from './target-list.model';

/** A device of a campaign in lists. */
export const targetAnswer = object({
  core_id: string(),
  status: targetStatus(),
  reason: nullable(string()),
  action: nullable(string()),
  settled_at: nullable(timestamp()),
});
