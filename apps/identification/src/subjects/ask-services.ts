import { subjectRequested, type PartsOfService } from '@herald/contracts';
import type { IdentificationDeps } from '../deps';
import { isHeld } from '../holds/is-held';
import { findRunning } from './find-running';
import { ended } from './rounds';
import type { SubjectRequest } from './subject-request.model';

type Deps = Pick<IdentificationDeps, 'emit' | 'LegalHold' | 'SubjectRequest' | 'updateSubjectRequest'>;

/**
 * Sends the current round of a request to all services. A repeat is harmless. A hold that was placed before the first
 * round that erases ends the request instead. An erasure waits for a copy that was asked for before it; one that was
 * asked for after it is refused, for it would outlive the erasure.
 */
export async function askServices(request: SubjectRequest, deps: Deps): Promise<void> {
  const { uuid: request_uuid, company_id, kind, created_at, step, round, handles, erased_from, replies } = request;
  if (step === 'erase' && round === erased_from && !replies.some((one) => one.round === round)) {
    if (await isHeld(company_id, handles!.dnis, deps)) return refuse(request, deps);
    if (await findRunning(request, { kind: 'access', created_at: { $lte: created_at } }, deps)) return;
  }
  if (kind === 'access' && (await findRunning(request, { kind: 'erase', created_at: { $lt: created_at } }, deps)))
    return refuse(request, deps);
  const asked_at = request.asked_at.toISOString();
  const asked = { request_uuid, company_id, step, round, asked_at, ...handles! };
  await deps.emit(subjectRequested, step === 'pack' ? { ...asked, collected: collectedOf(request) } : asked);
}

/** Goes on with the erasure that waited for a copy. */
export async function askWaiting(request: SubjectRequest, deps: Deps): Promise<void> {
  const waiting = request.kind === 'access' && (await findRunning(request, { kind: 'erase' }, deps));
  if (waiting && waiting.step === 'erase') await askServices(waiting, deps);
}

const collectedOf = ({ round, replies }: SubjectRequest): PartsOfService[] =>
  replies.flatMap(({ service, round: ofRound, sent }) => (sent && ofRound === round - 1 ? [{ service, ...sent }] : []));

async function refuse({ uuid, round }: SubjectRequest, deps: Deps): Promise<void> {
  const { after } = await deps.updateSubjectRequest({ uuid }, (known) =>
    known?.state === 'running' && known.round === round ? ended(known, 'refused', new Date()) : known,
  );
  if (after?.state === 'refused') await askWaiting(after, deps);
}
