import { handleCount, mergeHandles, type Handles } from '@herald/subjects';
import type { Reply, SubjectRequest, SubjectStep } from './subject-request.model';

/**
 * The rounds of a request. In the first ones every service tells what else names the person, and nothing is changed,
 * so that no crash loses a link. They end when a round finds nothing new. Then every service takes the steps of the
 * request's kind; it erases until a round finds nothing that was written meanwhile.
 */
const maxFindRounds = 10;
/** A device that reports all the time must not keep the request running. */
const maxEraseRounds = 5;

const stepsAfterFind: Record<SubjectRequest['kind'], SubjectStep[]> = {
  access: [],
  erase: ['erase'],
  block: ['block'],
  unblock: ['unblock'],
};

/** The request with a reply; the same request for a reply that is late or repeated. */
export function withReply(request: SubjectRequest, reply: Reply, found: Partial<Handles>, now: Date): SubjectRequest {
  const isKnown = request.replies.some((one) => one.service === reply.service && one.round === reply.round);
  if (request.state !== 'running' || reply.round !== request.round || isKnown) return request;
  const handles = mergeHandles(request.handles ?? {}, found);
  const replied = { ...request, handles, replies: [...request.replies, reply] };
  const answered = new Set(ofRound(replied).map(({ service }) => service));
  return request.services.every((service) => answered.has(service)) ? advanced(replied, now) : replied;
}

const ofRound = ({ replies, round }: SubjectRequest) => replies.filter((one) => one.round === round);

function advanced(request: SubjectRequest, now: Date): SubjectRequest {
  const { kind, step, round, handles } = request;
  const asked = { round: round + 1, asked_at: now, asked_handles: handleCount(handles!) };
  if (isRepeated(request)) return { ...request, ...asked };
  const [next] = stepsAfterFind[kind].slice(stepsAfterFind[kind].indexOf(step) + 1);
  if (next) return { ...request, ...asked, step: next, ...(next === 'erase' ? { erased_from: round + 1 } : {}) };
  const { handles: _handles, reason: _reason, ...kept } = request;
  return { ...kept, state: 'done', finished_at: now };
}

/** True if the step of the round is taken once more. */
function isRepeated(request: SubjectRequest): boolean {
  const { step, round, asked_handles, handles, erased_from = round } = request;
  if (step === 'find') return handleCount(handles!) > asked_handles && round < maxFindRounds;
  const isClean = ofRound(request).every(({ found }) => found === 0);
  return step === 'erase' && !isClean && round - erased_from + 1 < maxEraseRounds;
}
