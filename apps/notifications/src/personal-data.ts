import { blocks, erases, removes, type Holding, type Subject } from '@herald/subjects';
import { deliveries, type Delivery } from './deliveries/delivery.model';
import { notificationUuid } from './deliveries/notification-uuid';
import type { NotificationsDeps } from './deps';
import { pushTokens, type PushToken } from './tokens/push-token.model';

const campaignsPerPage = 100;
const maxPerCommand = 1_000;

/** Deliveries of campaigns have no index by device: their ids follow from the campaign and the device. */
const campaignDeliveries = erases<Delivery, NotificationsDeps>(deliveries, 'all', async (subject, { deps, pause }) => {
  const { company_id, core_ids } = subject;
  let changed = 0;
  for (let after = '', left = true; left;) {
    pause();
    const page = deps.KnownCampaign.find({ company_id, _id: { $gt: after } }, { _id: 1 }).sort({ _id: 1 });
    const campaigns = await page.limit(campaignsPerPage).lean();
    const ids = campaigns.flatMap(({ _id }) => core_ids.map((coreId) => notificationUuid(_id, coreId)));
    for (let at = 0; at < ids.length; at += maxPerCommand) {
      const some = { _id: { $in: ids.slice(at, at + maxPerCommand) }, company_id };
      changed += (await deps.Delivery.deleteMany(some)).deletedCount;
    }
    after = campaigns.at(-1)?._id ?? after;
    left = campaigns.length === campaignsPerPage;
  }
  return { found: changed, changed };
});

const ownTokens = ({ company_id, core_ids }: Subject) => [{ core_id: { $in: core_ids }, company_id }];

/** The counts of a campaign are sums over its batches, in the service of campaigns: no delivery is needed for them. */
export const personalData: Holding<NotificationsDeps>[] = [
  removes<PushToken>(pushTokens, { find: ownTokens }),
  blocks<PushToken>(pushTokens, { find: ownTokens }),
  removes<Delivery>(deliveries, {
    find: ({ company_id, core_ids }) => [{ core_id: { $in: core_ids }, campaign_uuid: null, company_id }],
  }),
  campaignDeliveries,
];
