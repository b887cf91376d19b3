import { handleCount, mergeHandles, type Handles } from '@herald/subjects';
import type { Reply, SubjectRequest } from './subject-request.model';

/**
 * The rounds of a request. In the first ones every service tells what else names the person, and nothing is changed,
 * so that no crash loses a link. They end when a round finds nothing new. Then every service erases, until a round
 * finds nothing that was written meanwhile.
 */
const maxFindRounds = 10;
/** A device that reports all the time must not keep the request running. */
const maxEraseRounds = 5;

/** The request with a reply; the same request for a reply that is late or repeated. */
export function withReply(request: SubjectRequest, reply: Reply, found: Partial<Handles>, now: Date): SubjectRequest {
  const isRepeated = request.replies.some((one) => one.service === reply.service && one.round === reply.round);
  if (request.state !== 'running' || reply.round !== request.round || isRepeated) return request;
  const handles = mergeHandles(request.handles ?? {}, found);
  const replied = { ...request, handles, replies: [...request.replies, reply] };
  const answered = new Set(ofRound(replied).map(({ service }) => service));
  return request.services.every((service) => answered.has(service)) ? advanced(replied, now) : replied;
}

const ofRound = ({ replies, round }: SubjectRequest) => replies.filter((one) => one.round === round);

function advanced(request: SubjectRequest, now: Date): SubjectRequest {
  const { step, round, asked_handles, handles, erased_from = round } = request;
  const asked = { round: round + 1, asked_at: now, asked_handles: handleCount(handles!) };
  if (step === 'find') {
    const hasGrown = asked.asked_handles > asked_handles && round < maxFindRounds;
    return { ...request, ...asked, ...(hasGrown ? {} : { step: 'erase', erased_from: round + 1 }) };
  }
  const isClean = ofRound(request).every(({ found }) => found === 0);
  if (!isClean && round - erased_from + 1 < maxEraseRounds) return { ...request, ...asked };
  const { handles: _handles, reason: _reason, ...kept } = request;
  return { ...kept, state: 'done', finished_at: now };
}
