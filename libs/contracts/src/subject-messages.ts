import { companyId, isoDate, uuid } from './fields';
import { message, type DataOf } from './message';
import { integer, list, oneOf, optional, string } from './schema';

/** What names one person: following it from service to service finds what else does. */
export const subjectHandles = { dnis: list(string()), emails: list(string()), core_ids: list(string()) };

/**
 * A person asked for the own data. Every service answers each round once. A round with the step `find` only tells what
 * else names the person; one with `erase` removes what is found, and runs again after a crash; `block` and `unblock`
 * mark it.
 */
export const subjectRequested = message('subject.requested', {
  request_uuid: uuid(),
  company_id: companyId(),
  step: oneOf('find', 'erase', 'block', 'unblock'),
  round: integer(),
  /** Absent in messages of earlier versions. */
  asked_at: optional(isoDate()),
  ...subjectHandles,
});
export type SubjectRequested = DataOf<typeof subjectRequested>;

/** What a service found and changed in a round. */
export const subjectAnswered = message('subject.answered', {
  request_uuid: uuid(),
  service: string(),
  round: integer(),
  found: integer(),
  changed: integer(),
  ...subjectHandles,
});
export type SubjectAnswered = DataOf<typeof subjectAnswered>;
