import { handleCount, type Handles } from '@herald/subjects';
import type { IdentificationDeps } from '../deps';
import type { SubjectRequest } from './subject-request.model';

const dueMs = 30 * 86_400_000;

type Wanted = Pick<SubjectRequest, 'uuid' | 'company_id' | 'kind' | 'subject_hash' | 'reason'> & { handles: Handles };

/** A request that waits for its turn. */
export function newRequest(
  wanted: Wanted,
  { subjectServices }: Pick<IdentificationDeps, 'subjectServices'>,
  now = new Date(),
): SubjectRequest {
  return {
    ...wanted,
    ...{ state: 'running', created_at: now, finished_at: null, file: null },
    ...{ due_at: new Date(now.getTime() + dueMs), services: subjectServices },
    ...{ step: 'find', round: 0, asked_at: now, asked_handles: handleCount(wanted.handles), replies: [], revision: 1 },
  };
}
