import { json, collection } from '@herald/persistence';

/**
 * Listed: its devices are known. Waiting: they are targets. Taken: somebody is sending it off. Under way: its message cannot be
 * lost any more. Retrying: some wait for another try.
 */
export const openStates = ['listed', 'waiting', 'taken', 'under way', 'retrying'] as const;
export type BatchState = (typeof openStates)[number] | 'done';

/** Some devices of a campaign, which go through the pipeline together. All counts of a campaign are sums over its batches. */
export type Batch = {
  /** `<campaign's uuid>/<number>`. */
  _id: string;
  campaign_uuid: string;
  number: number;
  entries_id: string;
  state: BatchState;
  total: number;
  sended: number;
  fails: number;
  RECEIVED: number;
  PRESS_ACTION: number;
  CLOSED: number;
  UNKNOWN: number;
  /** Set while its actions are to be counted anew. */
  uncounted?: string;
  listed_at: Date;
  /** When it was taken or sent off, or last heard of. */
  moved_at: Date;
};

export const batchModel = collection<Batch>('batches', {
  fields: {
    _id: String,
    campaign_uuid: String,
    number: Number,
    entries_id: String,
    state: String,
    total: Number,
    sended: Number,
    fails: Number,
    RECEIVED: Number,
    PRESS_ACTION: Number,
    CLOSED: Number,
    UNKNOWN: Number,
    uncounted: String,
    listed_at: Date,
    moved_at: Date,
  },
  indexes: [
    [{ campaign_uuid: 1, state: 1, number: 1 }],
    [{ state: 1, moved_at: 1 }],
    [{ uncounted: 1 }, { partialFilterExpression: { uncounted: { $exists: true } } }],
  ],
});

/** The devices of a batch and what each is told; gone when the campaign has ended. */
export type Entries = {
  _id: string;
  campaign_uuid: string;
  core_ids: string[];
  /** In the order of `core_ids`; null where nobody has any. */
  variables: Record<string, unknown>[] | null;
  /** Of a campaign that was never finished, nothing personal stays for ever. */
  forget_at: Date;
};

export const entriesModel = collection<Entries>('entries', {
  fields: { _id: String, campaign_uuid: String, core_ids: json, variables: json, forget_at: Date },
  indexes: [[{ campaign_uuid: 1 }], [{ forget_at: 1 }, { expireAfterSeconds: 0 }]],
});
