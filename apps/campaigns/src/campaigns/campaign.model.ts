import {
  anyObject,
  boolean,
  integer,
  json,
  nullable,
  object,
  optional,
  pick,
  string,
  timestamp,
  traceContext,
} from '@herald/contracts';
import { record, view, type Stored } from '@herald/persistence';
import { approval } from './approval';

const anyText = () => string().allow('');

export const campaigns = record('campaigns', {
  fields: {
    application_name: anyText(),
    company_id: string(),
    message_id: string(),
    name: anyText(),
    terminated: boolean(),
    uuid: string(),
    app_id: string(),
    flavor_id: anyText(),
    /** Empty if the campaign's devices were named one by one. */
    segment_id: anyText(),
    finish_date: nullable(timestamp()),
    /** Maximum messages per second; null without a limit. */
    rate: nullable(integer()),
    /** Set if a second person decides about the campaign. */
    approval: optional(approval),
    /** The campaign whose failed devices this one sends to again. */
    retry_of: optional(string()),
    /** When the retention removed its devices: its numbers stay. */
    targets_removed_at: optional(timestamp()),
  },
  internal: {
    _id: json(),
    /** The message as it was when the campaign was created. */
    notification: anyObject(),
    /** True while no device is left to be listed. */
    expanded: boolean(),
    /** Where the walk along the segment's devices continues. */
    cursor: anyText(),
    /** When a process last worked on listing devices or on creating targets. */
    expanding_at: timestamp(),
    /** When the last walk along the segment ended; null before. */
    walked_at: nullable(timestamp()),
    /** With a rate: the next batch is not dispatched earlier. */
    next_batch_at: timestamp(),
    /** Of a repetition: only devices that failed for this reason. */
    retry_reason: optional(string()),
    /** A test of a message: no list shows it. */
    is_test: optional(boolean()),
    /** Of the request that created it. */
    trace: optional(traceContext),
  },
  personal: ['approval'],
  impersonal: [
    'application_name',
    'company_id',
    'message_id',
    'name',
    'terminated',
    'uuid',
    'app_id',
    'flavor_id',
    'segment_id',
    'finish_date',
    'rate',
    'retry_of',
    'targets_removed_at',
    '_id',
    'notification',
    'expanded',
    'cursor',
    'expanding_at',
    'walked_at',
    'next_batch_at',
    'retry_reason',
    'is_test',
    'trace',
  ],
  indexes: [
    [{ uuid: 1 }, { unique: true }],
    [{ company_id: 1, _id: 1 }],
    [{ terminated: 1, finish_date: 1 }],
    [{ terminated: 1, targets_removed_at: 1, updated_at: 1 }],
  ],
  timestamps: true,
  shardKey: ['uuid'],
});
export type Campaign = Stored<typeof campaigns>;

const { fields } = campaigns;
/** What the creation of a campaign for named devices answers. */
export const namedCampaign = view({
  ...pick(fields, 'application_name', 'company_id', 'message_id', 'name', 'terminated', 'uuid'),
  ...pick(fields, 'approval', 'retry_of', 'created_at', 'updated_at'),
});

/** What the creation of a campaign for a segment answers. */
export const segmentCampaignAnswer = object({ ...fields, _id: object({ $oid: string() }) });
