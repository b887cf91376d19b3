import Joi from 'joi';
import { companyId, freeObject } from './fields';
import { messageType } from './message';

const campaignUuid = () => Joi.string().guid().required();
const coreId = () => Joi.string().max(128);

/** A campaign's list of devices is to be made, or made further. */
export type CampaignExpanding = { campaign_uuid: string };

export const campaignExpanding = messageType<CampaignExpanding>(
  'campaign.expanding',
  Joi.object<CampaignExpanding>({ campaign_uuid: campaignUuid() }),
);

/** What is still pending of a campaign must not be sent any more. */
export type CampaignStopped = { campaign_uuid: string };

export const campaignStopped = messageType<CampaignStopped>(
  'campaign.stopped',
  Joi.object<CampaignStopped>({ campaign_uuid: campaignUuid() }),
);

/** Some devices of a campaign, and what they are to be sent. It may come twice: who was settled is not sent to again. */
export type PushBatch = {
  batch_id: string;
  campaign: { uuid: string; company_id: string; message_id: string; app_id: string; bundle_id: string };
  /** As the factory made it. */
  notification: object;
  core_ids: string[];
  /** In the order of `core_ids`; left out where none has any. */
  variables?: object[];
  /** At most this many of them in each second; left out where there is no limit. */
  rate?: number;
  /** How often in a row they were tried and none of them was settled. */
  tries: number;
  /** Not to be tried earlier. */
  not_before?: string;
};

export const pushBatch = messageType<PushBatch>(
  'push.batch',
  Joi.object<PushBatch>({
    batch_id: Joi.string().max(100).required(),
    campaign: Joi.object({
      uuid: campaignUuid(),
      company_id: companyId().required(),
      message_id: Joi.string().required(),
      app_id: Joi.string().required(),
      bundle_id: Joi.string().required(),
    }).required(),
    notification: freeObject().required(),
    core_ids: Joi.array().items(coreId()).min(1).max(1000).required(),
    variables: Joi.array().items(freeObject()).length(Joi.ref('core_ids.length')),
    rate: Joi.number().integer().min(1),
    tries: Joi.number().integer().min(0).required(),
    not_before: Joi.string().isoDate(),
  }),
);

/** What became of some devices of a batch. Those it does not name are waiting to be tried again. */
export type DeliveryResults = {
  campaign_uuid: string;
  batch_id: string;
  sent: string[];
  failed: { reason: string; core_ids: string[] }[];
  /** The rest of the batch is being sent: more will be told of it. */
  unfinished?: boolean;
};

export const deliveryResults = messageType<DeliveryResults>(
  'delivery.results',
  Joi.object<DeliveryResults>({
    campaign_uuid: campaignUuid(),
    batch_id: Joi.string().required(),
    sent: Joi.array().items(coreId()).required(),
    failed: Joi.array()
      .items(Joi.object({ reason: Joi.string().required(), core_ids: Joi.array().items(coreId()).required() }))
      .required(),
    unfinished: Joi.boolean(),
  }),
);

export const deliveryActions = ['RECEIVED', 'PRESS_ACTION', 'CLOSED', 'UNKNOWN'] as const;
export type DeliveryAction = (typeof deliveryActions)[number];

/** A device said what became of a campaign's notification. */
export type DeliveryReported = {
  campaign_uuid: string;
  core_id: string;
  action: DeliveryAction;
  /** How often the device has said something: what has a higher number was said later, whatever comes first. */
  revision: number;
};

export const deliveryReported = messageType<DeliveryReported>(
  'delivery.reported',
  Joi.object<DeliveryReported>({
    campaign_uuid: campaignUuid(),
    core_id: coreId().required(),
    action: Joi.valid(...deliveryActions).required(),
    revision: Joi.number().integer().min(1).required(),
  }),
);
