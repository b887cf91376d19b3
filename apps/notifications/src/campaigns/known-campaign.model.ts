import { boolean, optional, string } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';

/** The campaigns that this service sends for. One that is stopped before its first batch has no other fields. */
export const knownCampaigns = record('campaigns', {
  internal: {
    /** Its uuid. */
    _id: string(),
    company_id: optional(string()),
    message_id: optional(string()),
    stopped: optional(boolean()),
  },
  personal: [],
  impersonal: ['_id', 'company_id', 'message_id', 'stopped'],
  indexes: [[{ message_id: 1 }], [{ company_id: 1, _id: 1 }]],
  shardKey: ['_id'],
});
export type KnownCampaign = Stored<typeof knownCampaigns>;
