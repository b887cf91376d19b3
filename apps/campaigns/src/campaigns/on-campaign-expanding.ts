import { campaignExpanding } from '@herald/contracts';
import { Unrecoverable, consumer } from '@herald/messaging';
import { expandListed } from '../batches/expand-batches';
import type { CampaignsDeps } from '../deps';
import { listLateDevices } from '../late/list-late-devices';
import { listPortion } from '../portions/list-portion';
import type { Portion } from '../portions/portion.model';
import { lastPortion } from '../portions/save-portion';
import type { Campaign } from './campaign.model';
import { finishIfDone } from './finish-campaign';
import { noteWork } from './note-work';

/** After these steps the rest is a message of its own, so that other campaigns are expanded too. */
const stepsPerMessage = 5;

/**
 * Lists the devices of a campaign and makes them targets, step by step. Another process can repeat each step after a
 * crash.
 */
export const onCampaignExpanding = consumer({
  // Names the queue: messages of earlier versions wait there.
  name: 'expand-campaign',
  on: campaignExpanding,
  prefetch: 2,
  timeoutSeconds: 300,
  startsTrace: true,
  async handle({ campaign_uuid: uuid }, deps: CampaignsDeps) {
    await noteWork({ uuid }, deps);
    for (let step = 0; step < stepsPerMessage; step++) {
      const campaign = await deps.Campaign.findOne({ uuid }).lean();
      if (!campaign) throw new Unrecoverable('There is no such campaign');
      if (campaign.terminated || campaign.approval?.status === 'pending') return;
      // A step that finds nothing to do has read the campaign after its walk ended.
      if (await expandListed(campaign, deps)) continue;
      if (campaign.expanded) return finishIfDone(campaign, deps);
      const last = await lastPortion(uuid, deps);
      if (await isFirstWalk(campaign, last, deps)) await listPortion(campaign, last, deps);
      else await listLateDevices(campaign, deps);
    }
    await deps.emit(campaignExpanding, { campaign_uuid: uuid });
  },
});

/** A walk that an earlier version began has batches and no portions: it goes on as those that look for late devices. */
async function isFirstWalk(campaign: Campaign, last: Portion | null, deps: CampaignsDeps): Promise<boolean> {
  const { uuid: campaign_uuid, walked_at } = campaign;
  if (walked_at) return false;
  if (last || !(await deps.Batch.exists({ campaign_uuid }))) return true;
  // Another process may have begun the walk meanwhile: its portion is older than its batches.
  return (await lastPortion(campaign_uuid, deps)) !== null;
}
