import { openStates } from './batch.model';
import type { Campaign } from './campaign.model';
import type { CampaignsDeps } from './deps';

/** Ends a campaign that has nothing pending, no device to look for and no finish date ahead. */
export async function finishIfDone({ uuid }: Pick<Campaign, 'uuid'>, deps: CampaignsDeps): Promise<void> {
  const { Campaign, Batch, Entries } = deps;
  // Asked in this order: a walk that ended has listed all its batches.
  const now = new Date();
  const isOver = {
    uuid,
    terminated: false,
    expanded: true,
    $or: [{ finish_date: null }, { finish_date: { $lte: now } }],
  };
  if (!(await Campaign.exists(isOver))) return;
  const open = { campaign_uuid: uuid, state: { $in: [...openStates] } };
  if (await Batch.exists(open)) return;
  await Campaign.updateOne(isOver, { $set: { terminated: true } });
  await Entries.deleteMany({ campaign_uuid: uuid });
}
