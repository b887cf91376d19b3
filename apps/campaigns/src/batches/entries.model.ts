import { anyObject, list, nullable, string, timestamp } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';

/** The devices of a batch with their variables, until their campaign ends. */
export const entries = record('entries', {
  internal: {
    _id: string(),
    campaign_uuid: string(),
    core_ids: list(string()),
    /** In the order of `core_ids`; null if no device has any. */
    variables: nullable(list(anyObject())),
    /** Personal data of a campaign that never ended expires. */
    forget_at: timestamp(),
  },
  personal: ['core_ids', 'variables'],
  impersonal: ['_id', 'campaign_uuid', 'forget_at'],
  indexes: [[{ campaign_uuid: 1 }], [{ forget_at: 1 }, { expireAfterSeconds: 0 }]],
  shardKey: ['_id'],
});
export type Entries = Stored<typeof entries>;
