import { expires, goesWith, lookAt, staysUntilErased, type Retention } from '@herald/subjects';
import { entries } from './batches/entries.model';
import { campaigns } from './campaigns/campaign.model';
import type { CampaignsDeps } from './deps';
import { removeTargets } from './targets/remove-targets';
import { targetLists } from './targets/target-list.model';
import { targets } from './targets/target.model';

/** A campaign that has ended changes no more. */
const ended = { terminated: true, targets_removed_at: null };
const endedBefore = (before: Date) => ({ ...ended, updated_at: { $lt: before } }) as object;

const ofEndedCampaigns: Retention<CampaignsDeps> = {
  kind: 'targets',
  collection: targets.name,
  setting: 'TARGET_DAYS',
  unit: 'campaigns',
  look: (before, { deps: { Campaign } }) =>
    lookAt(Campaign, { since: 'updated_at', where: ended, older: endedBefore(before) }),
  async *remove(before, { deps }) {
    for (;;) {
      const campaign = await deps.Campaign.findOne(endedBefore(before), { uuid: 1 }).sort({ updated_at: 1 }).lean();
      if (!campaign) return;
      yield* removeTargets(campaign.uuid, deps);
    }
  },
};

export const retention: Retention<CampaignsDeps>[] = [
  ofEndedCampaigns,
  goesWith(targetLists, 'the targets; the reasons of failures stay, without devices'),
  expires(entries, {
    at: 'forget_at',
    rule: 'with the targets; of named and of late devices, the end of the campaign or 30 days after its planned end',
  }),
  staysUntilErased(campaigns, 'what was sent, by whom it was approved, and its numbers'),
];
