import { boolean, integer, optional, string, timestamp, type PushBatch } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';
import type { CustomNotification } from '@herald/push-message';

/** The campaigns that this service sends for. One that is stopped before its first batch has no other fields. */
export const knownCampaigns = record('campaigns', {
  internal: {
    /** Its uuid. */
    _id: string(),
    company_id: optional(string()),
    application_id: optional(integer()),
    message_id: optional(string()),
    /** The type of its notifications. */
    type: optional(string().allow('')),
    stopped: optional(boolean()),
    /** No delivery record is older; absent once none is left. */
    oldest_at: optional(timestamp()),
    /** The day on which a batch was last sent. */
    sent_at: optional(timestamp()),
  },
  personal: [],
  impersonal: ['_id', 'company_id', 'application_id', 'message_id', 'type', 'stopped', 'oldest_at', 'sent_at'],
  indexes: [[{ message_id: 1 }], [{ company_id: 1, _id: 1 }], [{ oldest_at: 1 }]],
  shardKey: ['_id'],
});
export type KnownCampaign = Stored<typeof knownCampaigns>;

/** The campaign of a batch, with all that its delivery records share. */
export function campaignOf({ campaign, notification }: Pick<PushBatch, 'campaign' | 'notification'>) {
  const { uuid: _id, company_id, app_id, message_id } = campaign;
  const { type } = (notification as CustomNotification).data;
  return { _id, company_id, application_id: Number(app_id), message_id, type };
}
