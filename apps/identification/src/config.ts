import { daysOrForever, number, object, services, string, withDefault, type TypeOf } from '@herald/contracts';

export const config = object({
  /** Days after which a claim of a device is removed. */
  CLAIM_DAYS: withDefault(number().greater(0).max(3650), 90),
  /** Days without a report after which a device is removed; 0: never. */
  DEVICE_DAYS: withDefault(daysOrForever(), 0),
  /** Days after its end after which a request of a person is removed; 0: never. */
  SUBJECT_REQUEST_DAYS: withDefault(daysOrForever(), 1_095),
  /** Hours after which a report counts as news although it says nothing new: a device is seen at least that often. */
  LAST_SEEN_HOURS: withDefault(number().min(0).max(720), 24),
  /** The services that answer the requests of persons, comma-separated: those that run in this installation. */
  SUBJECT_SERVICES: withDefault(string(), Object.keys(services).join()),
});
export type IdentificationSettings = TypeOf<typeof config>;
