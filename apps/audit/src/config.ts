import { daysOrForever, integer, object, withDefault, type TypeOf } from '@herald/contracts';

export const config = object({
  AUDIT_QUOTA_RECORDS: withDefault(integer().min(0), 100_000_000),
  /** Days after which a record is removed; 0: never. */
  AUDIT_DAYS: withDefault(daysOrForever(), 0),
});
export type AuditSettings = TypeOf<typeof config>;
