import {
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  sentParts,
  string,
  subjectHandles,
  subjectSteps,
  timestamp,
  type TypeOf,
} from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';
import { stepsAfterFind } from './rounds';

export const subjectKinds = Object.keys(stepsAfterFind) as (keyof typeof stepsAfterFind)[];
export const subjectStates = ['running', 'done', 'refused'] as const;

/** What a service said to one round. */
const reply = object({
  service: string(),
  round: integer(),
  found: integer(),
  changed: integer(),
  /** Of a round that collected or packed. */
  sent: optional(object(sentParts)),
});
export type Reply = TypeOf<typeof reply>;

/** Requests of persons for their own data. A request that is done names the person by a keyed hash alone. */
export const subjectRequests = record('subject_requests', {
  fields: {
    uuid: string(),
    company_id: string(),
    kind: oneOf(...subjectKinds),
    state: oneOf(...subjectStates),
    due_at: timestamp(),
    created_at: timestamp(),
    finished_at: nullable(timestamp()),
    /** The link to the copy of the data, until it ends. */
    file: nullable(string()),
  },
  internal: {
    subject_hash: string(),
    reason: optional(string()),
    /** What names the person, as far as it is known; absent once the request is done. */
    handles: optional(object(subjectHandles)),
    /** The services that have to answer each round. */
    services: list(string()),
    step: oneOf(...subjectSteps),
    /** Counted from 1; 0 while the request waits for its turn. */
    round: integer(),
    /** How many handles the services were told of in this round. */
    asked_handles: integer(),
    asked_at: timestamp(),
    /** The first round that erased. */
    erased_from: optional(integer()),
    /** When the link to the file ends. */
    file_until: optional(timestamp()),
    replies: list(reply),
    revision: integer(),
  },
  personal: ['file', 'subject_hash', 'reason', 'handles'],
  impersonal: [
    'uuid',
    'company_id',
    'kind',
    'state',
    'due_at',
    'created_at',
    'finished_at',
    'services',
    'step',
    'round',
    'asked_handles',
    'asked_at',
    'erased_from',
    'file_until',
    'replies',
    'revision',
  ],
  indexes: [
    [{ uuid: 1 }, { unique: true }],
    [{ company_id: 1, created_at: -1, uuid: 1 }],
    [{ created_at: -1, uuid: 1 }],
    // At most one request of a kind is in progress for a person.
    [
      { company_id: 1, kind: 1, subject_hash: 1 },
      { unique: true, partialFilterExpression: { state: 'running' }, name: 'one_running' },
    ],
    [{ state: 1, asked_at: 1 }],
    // The oldest one in progress.
    [{ state: 1, created_at: 1 }],
    [{ finished_at: 1 }],
  ],
});
export type SubjectRequest = Stored<typeof subjectRequests>;

const answer = object({
  service: string(),
  state: oneOf('waiting', 'done'),
  found: integer(),
  changed: integer(),
});
export const subjectRequestAnswer = object({ ...subjectRequests.fields, answers: list(answer) });

export function toSubjectRequestAnswer(request: SubjectRequest): TypeOf<typeof subjectRequestAnswer> {
  const { file_until } = request;
  const isOver = file_until !== undefined && file_until < new Date();
  const answer = subjectRequests.toAnswer(request);
  return {
    ...answer,
    file: isOver ? null : answer.file,
    answers: request.services.map((name) => answerOf(name, request)),
  };
}

function answerOf(service: string, { state, round, replies }: SubjectRequest): TypeOf<typeof answer> {
  const own = replies.filter((one) => one.service === service);
  const isDone = state !== 'running' || own.some((one) => one.round === round);
  const sum = (name: 'found' | 'changed') => own.reduce((total, one) => total + one[name], 0);
  return { service, state: isDone ? 'done' : 'waiting', found: sum('found'), changed: sum('changed') };
}
