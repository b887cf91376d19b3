import { subjectAnswered } from '@herald/contracts';
import { consumer } from '@herald/messaging';
import type { Handles } from '@herald/subjects';
import type { IdentificationDeps } from '../deps';
import { askServices } from './ask-services';
import { withReply } from './rounds';
import type { SubjectRequest } from './subject-request.model';

export const onSubjectAnswered = consumer({
  name: 'on-subject-answered',
  on: subjectAnswered,
  async handle({ request_uuid: uuid, service, round, found, changed, ...named }, deps: IdentificationDeps) {
    const request = await deps.SubjectRequest.findOne({ uuid }).lean();
    if (request?.state !== 'running' || request.round !== round) return;
    const handles = await withoutOthers(named, request, deps);
    const reply = { service, round, found, changed };
    const { before, after } = await deps.updateSubjectRequest(
      { uuid },
      (known) => known && withReply(known, reply, handles, new Date()),
    );
    // The job asks again if this process dies before it has asked.
    if (after?.state === 'running' && after.round !== before?.round) await askServices(after, deps);
  },
});

/** A device that another service names may be another person's by now: the newest proven report decides. */
async function withoutOthers(
  found: Handles,
  { company_id, handles }: SubjectRequest,
  { Device }: IdentificationDeps,
): Promise<Handles> {
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
