import { boolean, optional, string, timestamp } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';

/** The campaigns that this service sends for. One that is stopped before its first batch has no other fields. */
export const knownCampaigns = record('campaigns', {
  internal: {
    /** Its uuid. */
    _id: string(),
    company_id: optional(string()),
    message_id: optional(string()),
    stopped: optional(boolean()),
    /** No delivery record is older; absent once none is left. */
    oldest_at: optional(timestamp()),
    /** The day on which a batch was last sent. */
    sent_at: optional(timestamp()),
  },
  personal: [],
  impersonal: ['_id', 'company_id', 'message_id', 'stopped', 'oldest_at', 'sent_at'],
  indexes: [[{ message_id: 1 }], [{ company_id: 1, _id: 1 }], [{ oldest_at: 1 }]],
  shardKey: ['_id'],
});
export type KnownCampaign = Stored<typeof knownCampaigns>;
