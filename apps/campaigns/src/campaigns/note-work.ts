import type { CampaignsDeps } from '../deps';
import type { Campaign } from './campaign.model';

/** Says that a process lists the devices of a campaign: another one takes over what nothing was heard of. */
export async function noteWork(
  { uuid }: Pick<Campaign, 'uuid'>,
  { Campaign }: Pick<CampaignsDeps, 'Campaign'>,
): Promise<void> {
  await Campaign.updateOne({ uuid }, { $set: { expanding_at: new Date() } }, { timestamps: false });
}
