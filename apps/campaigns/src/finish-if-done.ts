import { openStates } from './batch.model';
import type { Campaign } from './campaign.model';
import type { CampaignsDeps } from './deps';

/**
 * Ends a campaign that has nothing pending, no device to look for and no finish date ahead. The campaign must have been read
 * before: a walk that had ended then has listed all its batches.
 */
export async function finishIfDone(
  { uuid, terminated, expanded, finish_date }: Pick<Campaign, 'uuid' | 'terminated' | 'expanded' | 'finish_date'>,
  { Campaign, Batch, Entries }: CampaignsDeps,
): Promise<void> {
  const now = new Date();
  if (terminated || !expanded || (finish_date && finish_date > now)) return;
  const open = { campaign_uuid: uuid, state: { $in: [...openStates] } };
  if (await Batch.exists(open)) return;
  // A new walk may have begun meanwhile.
  const { matchedCount } = await Campaign.updateOne(
    { uuid, terminated: false, expanded: true },
    { $set: { terminated: true } },
  );
  if (matchedCount > 0) await Entries.deleteMany({ campaign_uuid: uuid });
}
