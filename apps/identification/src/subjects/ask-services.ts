import { subjectRequested } from '@herald/contracts';
import type { IdentificationDeps } from '../deps';
import { isHeld } from '../holds/is-held';
import type { SubjectRequest } from './subject-request.model';

type Deps = Pick<IdentificationDeps, 'emit' | 'LegalHold' | 'SubjectRequest'>;

/**
 * Sends the current round of a request to all services. A repeat is harmless. A hold that was placed before the first
 * round that erases ends the request instead.
 */
export async function askServices(request: SubjectRequest, deps: Deps): Promise<void> {
  const { uuid: request_uuid, company_id, step, round, handles, erased_from, replies } = request;
  const asked_at = request.asked_at.toISOString();
  const erasesNothingYet = round === erased_from && !replies.some((one) => one.round === round);
  if (step === 'erase' && erasesNothingYet && (await isHeld(company_id, handles!.dnis, deps)))
    return refuse(request, deps);
  await deps.emit(subjectRequested, { request_uuid, company_id, step, round, asked_at, ...handles! });
}

async function refuse({ uuid, revision }: SubjectRequest, { SubjectRequest }: Deps): Promise<void> {
  const refused = { state: 'refused', finished_at: new Date() } as const;
  const update = { $set: refused, $unset: { handles: 1, reason: 1 }, $inc: { revision: 1 } } as const;
  await SubjectRequest.updateOne({ uuid, revision, state: 'running' }, update);
}
