import { lookAt, type Retention } from '@herald/subjects';
import type { NotificationsDeps } from '../deps';
import { campaignDeliveries } from './campaign-delivery.model';
import { campaignRange } from './notification-uuid';

const dayMs = 86_400_000;
const batchSize = 500;

type Deps = Pick<NotificationsDeps, 'KnownCampaign' | 'CampaignDelivery'>;

const startedBefore = (before: Date) => ({ oldest_at: { $lt: before } });

/** Records of campaigns have no index by time: they are looked for in each campaign that may have old ones. */
export const retainsCampaignDeliveries: Retention<Deps> = {
  kind: 'campaign deliveries',
  collection: campaignDeliveries.name,
  setting: 'DELIVERY_DAYS',
  unit: 'campaigns',
  look: (before, { deps: { KnownCampaign } }) =>
    lookAt(KnownCampaign, { since: 'oldest_at', where: {}, older: startedBefore(before) }),
  async *remove(before, { deps }) {
    for (;;) {
      const campaign = await deps.KnownCampaign.findOne(startedBefore(before), { _id: 1 })
        .sort({ oldest_at: 1 })
        .lean();
      if (!campaign) return;
      yield* removeOlder(campaign._id, before, deps);
      await noteRemoval(campaign._id, before, deps);
      yield 1;
    }
  },
};

async function* removeOlder(campaign_uuid: string, before: Date, { CampaignDelivery }: Deps) {
  // Those of another campaign of the same millisecond are as old.
  const older = { created_at: { $lt: before } };
  const { $gte, $lt } = campaignRange(campaign_uuid);
  for (let after = $gte; ;) {
    const found = CampaignDelivery.find({ ...older, _id: { $gt: after, $lt } }, { _id: 1 }).sort({ _id: 1 });
    const ids = (await found.limit(batchSize).lean()).map(({ _id }) => _id);
    if (ids.length > 0) await CampaignDelivery.deleteMany({ ...older, _id: { $in: ids } });
    if (ids.length < batchSize) return;
    yield 0;
    after = ids.at(-1)!;
  }
}

/** A campaign that was sent later has younger records, which are looked for again after a day. */
async function noteRemoval(_id: string, before: Date, { KnownCampaign }: Deps): Promise<void> {
  // A batch takes some minutes at most, and the day of its sending is known.
  const ended = { _id, sent_at: { $lt: new Date(before.getTime() - 2 * dayMs) } };
  const { matchedCount } = await KnownCampaign.updateOne(ended, { $unset: { oldest_at: 1 } });
  if (matchedCount > 0) return;
  await KnownCampaign.updateOne({ _id }, { $set: { oldest_at: new Date(before.getTime() + dayMs) } });
}
