import { number, object, withDefault, type TypeOf } from '@herald/contracts';

export const config = object({
  /** Days after which a claim of a device is removed. */
  CLAIM_DAYS: withDefault(number().greater(0).max(3650), 90),
});
export type IdentificationSettings = TypeOf<typeof config>;
