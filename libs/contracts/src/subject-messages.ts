import { companyId, isoDate, uuid } from './fields';
import { message, type DataOf, type ErasedNames } from './message';
import { integer, list, object, oneOf, optional, string, type TypeOf } from './schema';

/** What names one person: following it from service to service finds what else does. */
export const subjectHandles = { dnis: list(string()), emails: list(string()), core_ids: list(string()) };

type Named = { dnis: string[]; emails: string[]; core_ids: string[]; company_id?: string };

const namesErased = ({ dnis, emails, core_ids, company_id }: Named, { isErased }: ErasedNames): boolean =>
  [...dnis, ...emails, ...core_ids].some((name) => isErased(name, company_id));

/** Counts what a service sent for the copy of a person's data: a try that was repeated is another attempt. */
export const sentParts = { attempt: uuid(), parts: integer() };
const partsOfService = object({ service: string(), ...sentParts });
export type PartsOfService = TypeOf<typeof partsOfService>;

/** In the order in which a request takes some of them. */
export const subjectSteps = ['find', 'erase', 'block', 'unblock', 'collect', 'pack'] as const;

/**
 * A person asked for the own data. Every service answers each round once. A round with the step `find` only tells what
 * else names the person; one with `erase` removes what is found, and runs again after a crash; `block` and `unblock`
 * mark it; one with `collect` sends a copy of it, and one with `pack` makes one file of all copies.
 */
export const subjectRequested = message(
  'subject.requested',
  {
    request_uuid: uuid(),
    company_id: companyId(),
    step: oneOf(...subjectSteps),
    round: integer(),
    /** Absent in messages of earlier versions. */
    asked_at: optional(isoDate()),
    ...subjectHandles,
    /** What there is to pack. */
    collected: optional(list(partsOfService)),
  },
  {
    personal: ['dnis', 'emails', 'core_ids'],
    impersonal: ['request_uuid', 'company_id', 'step', 'round', 'asked_at', 'collected'],
    // The services are asked again until all have answered.
    without: (data, erased) => (namesErased(data, erased) ? undefined : data),
    isNeeded: true,
  },
);
export type SubjectRequested = DataOf<typeof subjectRequested>;

/** The file of all copies: a link, and when it ends. */
const file = object({ link: string(), until: isoDate() });
export type SubjectFile = TypeOf<typeof file>;

/** What a service found and changed in a round. */
export const subjectAnswered = message(
  'subject.answered',
  {
    request_uuid: uuid(),
    service: string(),
    round: integer(),
    found: integer(),
    changed: integer(),
    ...subjectHandles,
    /** What the service sent of the person's data. */
    sent: optional(object(sentParts)),
    file: optional(file),
  },
  {
    personal: ['dnis', 'emails', 'core_ids', 'file'],
    impersonal: ['request_uuid', 'service', 'round', 'found', 'changed', 'sent'],
    without: (data, erased) => (namesErased(data, erased) ? undefined : data),
    isNeeded: true,
  },
);
export type SubjectAnswered = DataOf<typeof subjectAnswered>;

/** The name of a collection, for the person whose data it holds. */
export const title = object({ en: string(), es: string() });
export type Title = TypeOf<typeof title>;

/** A part of the copy of a person's data. */
export const subjectCollected = message(
  'subject.collected',
  {
    request_uuid: uuid(),
    company_id: companyId(),
    service: string(),
    /** What names the person alone. */
    names: list(string()),
    attempt: uuid(),
    /** Counted over all parts of the attempt, from 0. Parts of one name follow each other. */
    part: integer(),
    /** Of the collection, or of the file. */
    name: string(),
    title,
    form: oneOf('records', 'file'),
    /** JSON of some records, or bytes in base64. */
    content: string().allow(''),
  },
  {
    personal: ['names', 'title', 'name', 'content'],
    impersonal: ['request_uuid', 'company_id', 'service', 'attempt', 'part', 'form'],
    without: (data, { isErased }) => (data.names.some((name) => isErased(name, data.company_id)) ? undefined : data),
  },
);
export type SubjectCollected = DataOf<typeof subjectCollected>;
