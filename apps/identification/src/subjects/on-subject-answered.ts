import { subjectAnswered } from '@herald/contracts';
import { consumer } from '@herald/messaging';
import type { Handles } from '@herald/subjects';
import type { IdentificationDeps } from '../deps';
import { askServices, askWaiting } from './ask-services';
import { withReply } from './rounds';
import type { SubjectRequest } from './subject-request.model';

export const onSubjectAnswered = consumer({
  name: 'on-subject-answered',
  on: subjectAnswered,
  async handle({ request_uuid: uuid, service, round, found, changed, sent, ...rest }, deps: IdentificationDeps) {
    const request = await deps.SubjectRequest.findOne({ uuid }).lean();
    if (request?.state !== 'running' || request.round !== round) return;
    const named = await withoutOthers(rest, request, deps);
    const reply = { service, round, found, changed, sent };
    const { before, after } = await deps.updateSubjectRequest(
      { uuid },
      (known) => known && withReply(known, reply, named, new Date()),
    );
    // The job asks again if this process dies before it has asked.
    if (after?.state === 'running' && after.round !== before?.round) await askServices(after, deps);
    if (after && after.state !== 'running') await askWaiting(after, deps);
  },
});

/** A device that another service names may be another person's by now: the newest proven report decides. */
async function withoutOthers<T extends Handles>(
  found: T,
  { company_id, handles }: SubjectRequest,
  { Device }: IdentificationDeps,
): Promise<T> {
  if (found.core_ids.length === 0) return found;
  const dnis = handles?.dnis ?? [];
  const devices = await Device.find(
    { core_id: { $in: found.core_ids }, company_id },
    { core_id: 1, person_dni: 1 },
  ).lean();
  const others = devices.filter(({ person_dni }) => person_dni !== undefined && !dnis.includes(person_dni));
  const ofOthers = new Set(others.map(({ core_id }) => core_id));
  return { ...found, core_ids: found.core_ids.filter((coreId) => !ofOthers.has(coreId)) };
}
