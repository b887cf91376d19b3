import { openStates } from '../batches/batch-states';
import type { CampaignsDeps } from '../deps';
import type { Campaign } from './campaign.model';

type Finishable = Pick<Campaign, 'uuid' | 'terminated' | 'expanded' | 'finish_date'>;

/**
 * Ends a campaign without open batches, devices to list and a finish date ahead. The campaign must have been read
 * before: a walk that had ended by then has listed all its batches.
 */
export async function finishIfDone(
  { uuid, terminated, expanded, finish_date }: Finishable,
  { Campaign, Batch, Entries }: CampaignsDeps,
): Promise<void> {
  if (terminated || !expanded || (finish_date && finish_date > new Date())) return;
  if (await Batch.exists({ campaign_uuid: uuid, state: { $in: openStates } })) return;
  // A new walk may have begun meanwhile.
  const unchanged = { uuid, terminated: false, expanded: true };
  const { matchedCount } = await Campaign.updateOne(unchanged, { $set: { terminated: true } });
  if (matchedCount > 0) await Entries.deleteMany({ campaign_uuid: uuid, forget_at: { $exists: true } });
}
