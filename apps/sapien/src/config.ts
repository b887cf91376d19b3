import { availableParallelism } from 'node:os';
import { boolean, integer, number, object, withDefault, type TypeOf } from '@herald/contracts';

export const config = object({
  /** Maximum number of cards read at the same time, each in its own process with one computing thread. */
  SAPIEN_THREADS: withDefault(integer().min(1).max(64), availableParallelism()),
  /** Maximum number of cards that wait; further ones get a 503. No company can take all slots. */
  SAPIEN_QUEUE: withDefault(integer().min(0).max(1000), 20),
  /** Days after which a credential and its pictures are removed. */
  SAPIEN_RETENTION: withDefault(number().greater(0).max(3650), 30),
  /** Lifetime of the links to pictures. */
  SAPIEN_LINK_SECONDS: withDefault(integer().min(1).max(604_800), 3600),
  /** A reader process with more resident memory than this after a card is replaced. */
  SAPIEN_THREAD_MB: withDefault(integer().min(64), 1024),
  /** True: the readers start with the service. False: with the first card. */
  SAPIEN_WARM: withDefault(boolean(), true),
  /** True: a hash of each front is stored, and compared with those of the company. */
  SAPIEN_COMPARE_PICTURES: withDefault(boolean(), false),
});
export type SapienSettings = TypeOf<typeof config>;
