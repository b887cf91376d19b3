import { boolean, deliveryActions, integer, named, optional, string, timestamp } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';
import { batchState } from './batch-states';

/** Devices of a campaign that pass the pipeline together. All statistics of a campaign are sums over its batches. */
export const batches = record('batches', {
  internal: {
    /** `<campaign's uuid>/<number>`. */
    _id: string(),
    campaign_uuid: string(),
    number: integer(),
    entries_id: string(),
    /** Results name its devices by their place. Absent in batches of earlier versions. */
    by_place: optional(boolean()),
    state: batchState(),
    total: integer(),
    sended: integer(),
    fails: integer(),
    ...named(deliveryActions, integer()),
    /** Marks a batch whose reported actions have to be counted again. */
    uncounted: optional(string()),
    /** Its devices are removed, or being removed: its numbers are final. */
    is_final: optional(boolean()),
    listed_at: timestamp(),
    moved_at: timestamp(),
  },
  personal: [],
  impersonal: [
    '_id',
    'campaign_uuid',
    'number',
    'entries_id',
    'by_place',
    'state',
    'total',
    'sended',
    'fails',
    'uncounted',
    'is_final',
    'listed_at',
    'moved_at',
    ...deliveryActions,
  ],
  indexes: [
    [{ campaign_uuid: 1, state: 1, number: 1 }],
    [{ state: 1, moved_at: 1 }],
    [{ uncounted: 1 }, { partialFilterExpression: { uncounted: { $exists: true } } }],
  ],
  shardKey: ['_id'],
});
export type Batch = Stored<typeof batches>;

const zero = { sended: 0, fails: 0, RECEIVED: 0, PRESS_ACTION: 0, CLOSED: 0, UNKNOWN: 0 };

export function newBatch(
  campaign_uuid: string,
  { number, ...listed }: Pick<Batch, 'number' | 'entries_id' | 'state' | 'total'>,
): Batch {
  const now = new Date();
  const times = { listed_at: now, moved_at: now };
  return { _id: batchIdOf(campaign_uuid, number), campaign_uuid, number, ...listed, by_place: true, ...zero, ...times };
}

export const batchIdOf = (campaignUuid: string, number: number): string => `${campaignUuid}/${number}`;
