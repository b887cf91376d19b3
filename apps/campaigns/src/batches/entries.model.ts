import { anyObject, list, nullable, optional, string, timestamp } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';

/**
 * The devices of a batch. Those of a walk stay as long as the campaign's targets do; those with variables, and those of
 * devices that joined later, stand in the batch's target list too, and go when the campaign ends.
 */
export const entries = record('entries', {
  internal: {
    _id: string(),
    campaign_uuid: string(),
    core_ids: list(string()),
    /** In the order of `core_ids`; null if no device has any. */
    variables: nullable(list(anyObject())),
    /** Of entries that go when the campaign ends: if it never does, they expire. */
    forget_at: optional(timestamp()),
  },
  personal: ['core_ids', 'variables'],
  impersonal: ['_id', 'campaign_uuid', 'forget_at'],
  indexes: [[{ campaign_uuid: 1 }], [{ forget_at: 1 }, { expireAfterSeconds: 0 }]],
  shardKey: ['_id'],
});
export type Entries = Stored<typeof entries>;
