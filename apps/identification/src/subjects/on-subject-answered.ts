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
    const named = rest.core_ids.length === 0 ? rest : await withoutOthers(rest, uuid, deps);
    const reply = { service, round, found, changed, sent };
    const { before, after } = await deps.updateSubjectRequest(
      { uuid },
      (known) => known && withReply(known, reply, named, new Date()),
    );
    if (!after || after === before) return;
    // The job asks again if this process dies before it has asked.
    if (after.state !== 'running') await askWaiting(after, deps);
    else if (after.round !== before?.round) await askServices(after, deps);
    logErasure(after, deps);
  },
});

/** After a restore to an earlier moment this tells what must be erased again. */
function logErasure(request: SubjectRequest, { log }: IdentificationDeps): void {
  const { company_id, subject_hash, kind, state, finished_at } = request;
  if (kind !== 'erase' || state !== 'done') return;
  log.info({ company_id, subject_hash, finished_at }, 'Erased a person');
}

/** A device that another service names may be another person's by now: the newest proven report decides. */
async function withoutOthers<T extends Handles>(
  found: T,
  uuid: string,
  { Device, SubjectRequest }: IdentificationDeps,
): Promise<T> {
  const request = await SubjectRequest.findOne({ uuid }).lean();
  if (!request?.handles) return found;
  const { company_id, handles } = request;
  const devices = await Device.find(
    { core_id: { $in: found.core_ids }, company_id },
    { core_id: 1, person_dni: 1 },
  ).lean();
  const others = devices.filter(({ person_dni }) => person_dni !== undefined && !handles.dnis.includes(person_dni));
  const ofOthers = new Set(others.map(({ core_id }) => core_id));
  return { ...found, core_ids: found.core_ids.filter((coreId) => !ofOthers.has(coreId)) };
}
