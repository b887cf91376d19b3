import { number, object, services, string, withDefault, type TypeOf } from '@herald/contracts';

export const config = object({
  /** Days after which a claim of a device is removed. */
  CLAIM_DAYS: withDefault(number().greater(0).max(3650), 90),
  /** Hours after which a report counts as news although it says nothing new: a device is seen at least that often. */
  LAST_SEEN_HOURS: withDefault(number().min(0).max(720), 24),
  /** The services that answer the requests of persons, comma-separated: those that run in this installation. */
  SUBJECT_SERVICES: withDefault(string(), Object.keys(services).join()),
});
export type IdentificationSettings = TypeOf<typeof config>;
