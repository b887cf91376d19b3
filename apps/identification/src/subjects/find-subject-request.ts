import type { Caller } from '@herald/auth';
import { notFound } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import type { IdentificationDeps } from '../deps';
import type { SubjectRequest } from './subject-request.model';

/** Finds a request of the caller's companies, or throws the 404. */
export async function findSubjectRequest(
  uuid: string,
  caller: Caller,
  { SubjectRequest }: IdentificationDeps,
): Promise<SubjectRequest> {
  const request = await SubjectRequest.findOne({ uuid, ...ownedBy(caller) }).lean();
  if (!request) throw notFound();
  return request;
}
