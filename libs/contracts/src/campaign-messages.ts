import Joi from 'joi';
import { companyId, freeObject, isoDate, uuid } from './fields';
import { message, traceContext, type DataOf } from './message';
import { boolean, integer, list, object, oneOf, optional, string, type TypeOf } from './schema';

const coreId = () => string().max(128);
/** Places of devices in their batch. */
const places = () => list(integer().min(0));

/** Create, or continue to create, a campaign's list of devices. */
export const campaignExpanding = message(
  'campaign.expanding',
  { campaign_uuid: uuid() },
  { personal: [], impersonal: ['campaign_uuid'] },
);
export type CampaignExpanding = DataOf<typeof campaignExpanding>;

/** Send nothing more of what is still pending in a campaign. */
export const campaignStopped = message(
  'campaign.stopped',
  { campaign_uuid: uuid() },
  { personal: [], impersonal: ['campaign_uuid'] },
);
export type CampaignStopped = DataOf<typeof campaignStopped>;

/** Some devices of a campaign, and the message for each. At-least-once: devices that are settled are skipped. */
export const pushBatch = message(
  'push.batch',
  {
    batch_id: string().max(100),
    /** The batch's number in its campaign. Absent in messages of earlier versions. */
    number: optional(integer().min(0)),
    campaign: object({
      uuid: uuid(),
      company_id: companyId(),
      message_id: string(),
      app_id: string(),
      bundle_id: string(),
      /** Of the request that created the campaign. */
      trace: optional(traceContext),
    }),
    /** As the factory created it. */
    notification: freeObject(),
    core_ids: list(coreId()).min(1).max(1000),
    /** The place of each of `core_ids` in the batch, by which results name it; absent in earlier messages. */
    places: optional(places().length(Joi.ref('core_ids.length'))),
    /** In the order of `core_ids`; absent where no device has any. */
    variables: optional(list(freeObject()).length(Joi.ref('core_ids.length'))),
    /** Maximum messages per second; absent without a limit. */
    rate: optional(integer().min(1)),
    /** Tries in a row in which no device of the batch was settled. */
    tries: integer().min(0),
    /** Earliest time of the next try. */
    not_before: optional(isoDate()),
    /** When the campaign was started; only of its first batch, to measure the time until its first push. */
    started_at: optional(isoDate()),
  },
  {
    personal: ['core_ids', 'variables'],
    impersonal: [
      'batch_id',
      'number',
      'campaign',
      'notification',
      'places',
      'rate',
      'tries',
      'not_before',
      'started_at',
    ],
    // Campaigns publish a batch again whose devices have no outcome: the person's place there is a hash by then.
    without(batch, { isErased }) {
      const stays = batch.core_ids.map((coreId) => !isErased(coreId, batch.campaign.company_id));
      if (!stays.includes(true)) return undefined;
      const core_ids = batch.core_ids.filter((_, at) => stays[at]);
      const places = batch.places?.filter((_, at) => stays[at]);
      const variables = batch.variables?.filter((_, at) => stays[at]);
      return { ...batch, core_ids, ...(places ? { places } : {}), ...(variables ? { variables } : {}) };
    },
  },
);
export type PushBatch = DataOf<typeof pushBatch>;

/** The outcome for some devices of a batch. Devices that it does not name wait for another try. */
export const deliveryResults = message(
  'delivery.results',
  {
    campaign_uuid: uuid(),
    /** Absent in messages of earlier versions. */
    company_id: optional(companyId()),
    batch_id: string(),
    /** By name in messages of earlier versions, by place in all others. */
    sent: list(coreId()),
    sent_places: optional(places()),
    failed: list(object({ reason: string(), core_ids: list(coreId()), places: optional(places()) })),
    /** The rest of the batch is still being sent, and has results of its own. */
    unfinished: optional(boolean()),
    /** When the first of these outcomes was known, to measure how long results take. */
    oldest_at: optional(isoDate()),
  },
  {
    personal: ['sent', 'failed'],
    impersonal: ['campaign_uuid', 'company_id', 'batch_id', 'sent_places', 'unfinished', 'oldest_at'],
    without(results, { isErased }) {
      if (results.sent_places) return results;
      const others = (coreIds: string[]) => coreIds.filter((coreId) => !isErased(coreId, results.company_id));
      const sent = others(results.sent);
      const rest = results.failed.map(({ reason, core_ids }) => ({ reason, core_ids: others(core_ids) }));
      const failed = rest.filter(({ core_ids }) => core_ids.length > 0);
      return sent.length + failed.length > 0 ? { ...results, sent, failed } : undefined;
    },
  },
);
export type DeliveryResults = DataOf<typeof deliveryResults>;

export const deliveryActions = ['RECEIVED', 'PRESS_ACTION', 'CLOSED', 'UNKNOWN'] as const;
const deliveryAction = () => oneOf(...deliveryActions);
export type DeliveryAction = TypeOf<ReturnType<typeof deliveryAction>>;

/** A device's report about a campaign's notification. */
export const deliveryReported = message(
  'delivery.reported',
  {
    campaign_uuid: uuid(),
    /** Absent in messages of earlier versions. */
    company_id: optional(companyId()),
    core_id: coreId(),
    /** The number of the device's batch. Absent for pushes of earlier versions. */
    batch: optional(integer().min(0)),
    action: deliveryAction(),
    /** Number of reports of the device so far: the highest number wins, whatever arrives first. */
    revision: integer().min(1),
  },
  {
    personal: ['core_id'],
    impersonal: ['campaign_uuid', 'company_id', 'batch', 'action', 'revision'],
    without: (data, { isErased }) => (isErased(data.core_id, data.company_id) ? undefined : data),
  },
);
export type DeliveryReported = DataOf<typeof deliveryReported>;
