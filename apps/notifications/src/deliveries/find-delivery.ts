import type { NotificationsDeps } from '../deps';
import { toDelivery } from './campaign-delivery.model';
import type { Delivery } from './delivery.model';
import { findCampaignDeliveries } from './find-deliveries';
import { isOfCampaign, notificationUuid } from './notification-uuid';
import type { IsShown } from './shown-to';

const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Of a message with more campaigns than this, only the newest are searched. */
const maxCampaigns = 200;

type DeliveryKeys = { core_id: string; message_id?: string; notification_uuid?: string };
type Deps = Pick<NotificationsDeps, 'Delivery' | 'CampaignDelivery' | 'KnownCampaign' | 'findCampaign'>;

/**
 * The newest delivery to a device, by the uuid of its notification or by a message id: of a single send, or of the
 * message that campaigns sent. Finds only what the caller may see.
 */
export async function findDelivery(
  { core_id, message_id, notification_uuid }: DeliveryKeys,
  isShown: IsShown,
  deps: Deps,
): Promise<Delivery | undefined> {
  const keys = [message_id, notification_uuid].filter((key) => key !== undefined);
  if (!keys.every((key) => isUuid.test(key))) return undefined;
  const ofMessage = message_id ? findByMessage(message_id, core_id, deps) : [];
  const found = await (notification_uuid ? findByUuid(notification_uuid, core_id, deps) : ofMessage);
  const shown = found.filter((one) => one.core_id === core_id && isShown(one.company_id));
  return shown.sort((one, other) => other.created_at.getTime() - one.created_at.getTime())[0];
}

async function findByUuid(uuid: string, core_id: string, deps: Deps): Promise<Delivery[]> {
  if (!isOfCampaign(uuid)) return deps.Delivery.find({ _id: uuid }).lean();
  const [campaign, stored] = await Promise.all([
    deps.findCampaign(uuid, core_id),
    deps.CampaignDelivery.findById(uuid).lean(),
  ]);
  return campaign && stored ? [toDelivery(stored, { campaign, core_id })] : [];
}

/** What was sent to a device under the uuid of a campaign, or the id of a single message. */
export async function findSent(sentUnder: string, core_id: string, deps: Deps): Promise<Delivery | undefined> {
  const campaign = { _id: sentUnder, ...(await deps.KnownCampaign.findById(sentUnder).lean()) };
  return (await findCampaignDeliveries([{ campaign, core_id }], deps))[0];
}

async function findByMessage(message_id: string, core_id: string, deps: Deps): Promise<Delivery[]> {
  const newest = deps.KnownCampaign.find({ message_id }).sort({ _id: -1 }).limit(maxCampaigns).lean();
  const sent = (await newest).map((campaign) => ({ campaign, core_id }));
  const [single, ofCampaigns] = await Promise.all([
    deps.Delivery.find({ _id: notificationUuid(message_id, core_id) }).lean(),
    findCampaignDeliveries(sent, deps),
  ]);
  return [...single, ...ofCampaigns];
}
