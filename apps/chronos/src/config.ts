import { daysOrForever, integer, object, withDefault, type TypeOf } from '@herald/contracts';

export const config = object({
  CHRONOS_QUOTA_MB: withDefault(integer().min(0), 100_000),
  /** Days after which a version that a newer one replaced is removed; 0: never. */
  FILE_VERSION_DAYS: withDefault(daysOrForever(), 0),
});
export type ChronosSettings = TypeOf<typeof config>;
