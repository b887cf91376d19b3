import { eachOptional } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';
import type { KnownCampaign } from '../campaigns/known-campaign.model';
import type { Verdict } from './decide-delivery';
import { deliveryDeclaration, deliveryStatus, type Delivery } from './delivery.model';

const { fields, internal, ...declaration } = deliveryDeclaration;
const { id, device_id, ...otherFields } = fields;
const { _id, provider, name, created_at, ...otherInternal } = internal;

/**
 * The delivery records of campaigns: millions, of which each byte costs, and which their `_id` alone finds. Absent is
 * what the campaign's own record says, the device, which the uuid proves, and what holds for most of them: settled,
 * pending, unchanged. Records of earlier versions hold all fields.
 */
export const campaignDeliveries = record('campaign_deliveries', {
  ...declaration,
  fields: { id, device_id, ...eachOptional(otherFields) },
  internal: { _id, provider, name, created_at, ...eachOptional(otherInternal) },
  // Any index would cost a push 5 %.
  indexes: [],
});
export type CampaignDelivery = Stored<typeof campaignDeliveries>;

/** A campaign and a device that it sent to. */
export type SentTo = { campaign: KnownCampaign; core_id: string };

/** The record with all fields, as that of a single message has them. */
export function toDelivery(stored: CampaignDelivery, { campaign, core_id }: SentTo): Delivery {
  // Of a campaign of earlier versions less is known: its records say it.
  const { _id: campaign_uuid, company_id = '', application_id = 0, message_id = '', type = '' } = campaign;
  return {
    ...{ core_id, campaign_uuid, company_id, application_id, message_id, type },
    ...{ settled: true, status: deliveryStatus.pending, updated_at: stored.created_at },
    ...stored,
  };
}

type Attempted = Pick<Delivery, '_id' | 'batch' | 'provider'> & {
  /** Absent if the app is not on the device. */
  token?: Pick<Delivery, 'device_id'>;
  verdict: Verdict;
  at: Date;
};

/** What is stored of the first attempt for a device. */
export function toStored(attempted: Attempted): Omit<CampaignDelivery, 'id'> {
  const { _id, token, batch, provider, verdict, at: created_at } = attempted;
  const { settled, status, ...said } = verdict.record;
  return {
    ...{ _id, device_id: token?.device_id ?? 0, provider },
    ...(batch === undefined ? {} : { batch }),
    ...said,
    ...(settled ? {} : { settled }),
    ...(status === deliveryStatus.pending ? {} : { status }),
    created_at,
  };
}
