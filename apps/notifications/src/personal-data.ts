import { blocks, erases, removes, type Holding, type Subject, type Work } from '@herald/subjects';
import {
  campaignDeliveries,
  toDelivery,
  type CampaignDelivery,
  type SentTo,
} from './deliveries/campaign-delivery.model';
import { deliveries, type Delivery } from './deliveries/delivery.model';
import { campaignNotificationUuid, notificationUuid } from './deliveries/notification-uuid';
import type { NotificationsDeps } from './deps';
import { pushTokens, type PushToken } from './tokens/push-token.model';

const campaignsPerPage = 100;
const maxPerCommand = 1_000;

const messages = { en: 'Messages to the devices', es: 'Mensajes a los dispositivos' };
const messagesOfCampaigns = { en: 'Messages of campaigns', es: 'Mensajes de campañas' };

type OfCampaigns = { title: typeof messages; uuidOf: typeof campaignNotificationUuid };

/** Deliveries of campaigns have no index by device: their ids follow from the campaign and the device. */
const ofCampaigns = (record: typeof campaignDeliveries, { title, uuidOf }: OfCampaigns) =>
  erases<CampaignDelivery, NotificationsDeps>(record, {
    fields: 'all',
    async erase(subject, work) {
      const Records = record.model(work.database);
      let changed = 0;
      for await (const some of possiblySent(subject, uuidOf, work))
        changed += (await Records.deleteMany({ _id: { $in: [...some.keys()] } })).deletedCount;
      return { found: changed, changed };
    },
    copy: {
      title,
      async *rows(subject, work) {
        const Records = record.model(work.database);
        for await (const some of possiblySent(subject, uuidOf, work)) {
          const found = await Records.find({ _id: { $in: [...some.keys()] } }).lean();
          yield* found.map((one) => toDelivery(one, some.get(one._id)!));
        }
      },
    },
  });

/** What the campaigns of the company may have sent to the subject's devices, by uuid, some at a time. */
async function* possiblySent(
  { company_id, core_ids }: Subject,
  uuidOf: OfCampaigns['uuidOf'],
  { deps, pause }: Work<NotificationsDeps>,
): AsyncGenerator<Map<string, SentTo>> {
  for (let after = '', left = true; left;) {
    pause();
    const page = deps.KnownCampaign.find({ company_id, _id: { $gt: after } }).sort({ _id: 1 });
    const campaigns = await page.limit(campaignsPerPage).lean();
    const sent = campaigns.flatMap((campaign) => core_ids.map((core_id) => ({ campaign, core_id })));
    for (let at = 0; at < sent.length; at += maxPerCommand) {
      const some = sent.slice(at, at + maxPerCommand);
      yield new Map(some.map((one) => [uuidOf(one.campaign._id, one.core_id), one]));
    }
    after = campaigns.at(-1)?._id ?? after;
    left = campaigns.length === campaignsPerPage;
  }
}

const ownTokens = ({ company_id, core_ids }: Subject) => [{ core_id: { $in: core_ids }, company_id }];

/** The counts of a campaign are sums over its batches, in the service of campaigns: no delivery is needed for them. */
export const personalData: Holding<NotificationsDeps>[] = [
  removes<PushToken>(pushTokens, {
    find: ownTokens,
    copy: {
      title: { en: 'Apps that receive messages', es: 'Aplicaciones que reciben mensajes' },
      withheld: { token: 'A secret, by which the device can be addressed.' },
    },
  }),
  blocks<PushToken>(pushTokens, { find: ownTokens }),
  removes<Delivery>(deliveries, {
    find: ({ company_id, core_ids }) => [{ core_id: { $in: core_ids }, campaign_uuid: null, company_id }],
    copy: { title: messages },
  }),
  ofCampaigns(campaignDeliveries, { title: messagesOfCampaigns, uuidOf: campaignNotificationUuid }),
  // Of campaigns of earlier versions.
  ofCampaigns(deliveries as never, { title: messages, uuidOf: notificationUuid }),
];
