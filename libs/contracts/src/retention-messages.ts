import { isoDate } from './fields';
import { message, type DataOf } from './message';
import { boolean, integer, list, number, nullable, object, string, type TypeOf } from './schema';

/** How long a service keeps one kind of data, and what it holds of it. */
export const retentionOfKind = object({
  kind: string(),
  /** Null: the broker holds it. */
  collection: nullable(string()),
  /** The setting with the days, and its value: 0 keeps the data until it is erased. */
  setting: nullable(string()),
  days: nullable(number()),
  /** In words, where no setting of the service decides. */
  rule: nullable(string()),
  /** What is counted. */
  unit: string(),
  oldest_at: nullable(isoDate()),
  due_within_day: nullable(integer()),
  /** The count ended here: more are due. */
  is_at_least: boolean(),
});
export type RetentionOfKind = TypeOf<typeof retentionOfKind>;

/** What a service keeps, and for how long. A later report replaces it. */
export const retentionReported = message(
  'retention.reported',
  {
    service: string(),
    reported_at: isoDate(),
    kinds: list(retentionOfKind),
  },
  { personal: [], impersonal: ['service', 'reported_at', 'kinds'] },
);
export type RetentionReported = DataOf<typeof retentionReported>;
