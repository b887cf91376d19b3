import { collection } from '@herald/persistence';

/** A campaign that this service sends for. */
export type KnownCampaign = {
  /** Its uuid. */
  _id: string;
  company_id: string;
  message_id: string;
  stopped: boolean;
};

export const knownCampaignModel = collection<KnownCampaign>('campaigns', {
  fields: { _id: String, company_id: String, message_id: String, stopped: Boolean },
  indexes: [[{ message_id: 1 }]],
});
