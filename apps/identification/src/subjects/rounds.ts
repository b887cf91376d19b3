import type { SubjectAnswered } from '@herald/contracts';
import { handleCount, mergeHandles } from '@herald/subjects';
import type { Reply, SubjectRequest } from './subject-request.model';

/**
 * The rounds of a request. In the first ones every service tells what else names the person, and nothing is changed,
 * so that no crash loses a link. They end when a round finds nothing new, and these steps follow.
 */
export const stepsAfterFind = {
  access: ['collect', 'pack'],
  erase: ['erase'],
  block: ['block'],
  unblock: ['unblock'],
} as const;

const maxFindRounds = 10;
/** A device that reports all the time must not keep the request running. */
const maxEraseRounds = 5;

export type Found = Partial<Pick<SubjectAnswered, 'dnis' | 'emails' | 'core_ids' | 'file'>>;

/** The request with a reply; the same request for a reply that is late or repeated. */
export function withReply(request: SubjectRequest, reply: Reply, found: Found, now: Date): SubjectRequest {
  const isRepeated = request.replies.some((one) => one.service === reply.service && one.round === reply.round);
  if (request.state !== 'running' || reply.round !== request.round || isRepeated) return request;
  const { file, ...named } = found;
  const handles = mergeHandles(request.handles ?? {}, named);
  const made = file ? { file: file.link, file_until: new Date(file.until) } : {};
  const replied = { ...request, ...made, handles, replies: [...request.replies, reply] };
  const answered = new Set(ofRound(replied).map(({ service }) => service));
  return request.services.every((service) => answered.has(service)) ? advanced(replied, now) : replied;
}

const ofRound = ({ replies, round }: SubjectRequest) => replies.filter((one) => one.round === round);

function advanced(request: SubjectRequest, now: Date): SubjectRequest {
  const { step, round } = request;
  const next = needsAnother(request) ? step : stepAfter(request);
  if (!next) return ended(request, 'done', now);
  const asked = { step: next, round: round + 1, asked_at: now, asked_handles: handleCount(request.handles!) };
  const isFirst = next === 'erase' && step !== 'erase';
  return { ...request, ...asked, ...(isFirst ? { erased_from: round + 1 } : {}) };
}

/** Finding ends when nothing new names the person, erasing when a round finds nothing that was written meanwhile. */
function needsAnother(request: SubjectRequest): boolean {
  const { step, round, asked_handles, handles, erased_from = round } = request;
  if (step === 'find') return handleCount(handles!) > asked_handles && round < maxFindRounds;
  const isClean = ofRound(request).every(({ found }) => found === 0);
  return step === 'erase' && !isClean && round - erased_from + 1 < maxEraseRounds;
}

function stepAfter({ kind, step }: SubjectRequest) {
  const steps: SubjectRequest['step'][] = ['find', ...stepsAfterFind[kind]];
  return steps[steps.indexOf(step) + 1];
}

/** A request that has ended names the person by a keyed hash alone. */
export function ended(request: SubjectRequest, state: 'done' | 'refused', now: Date): SubjectRequest {
  const { handles: _handles, reason: _reason, ...kept } = request;
  return { ...kept, state, finished_at: now };
}
