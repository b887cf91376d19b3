import { subjectRequested } from '@herald/contracts';
import type { IdentificationDeps } from '../deps';
import type { SubjectRequest } from './subject-request.model';

/** Sends the current round of a request to all services. A repeat is harmless. */
export async function askServices(
  { uuid: request_uuid, company_id, step, round, handles }: SubjectRequest,
  { emit }: Pick<IdentificationDeps, 'emit'>,
): Promise<void> {
  await emit(subjectRequested, { request_uuid, company_id, step, round, ...handles! });
}
