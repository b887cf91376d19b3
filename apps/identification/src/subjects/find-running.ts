import type { IdentificationDeps } from '../deps';
import type { SubjectRequest } from './subject-request.model';

type Person = Pick<SubjectRequest, 'company_id' | 'subject_hash'>;
type Wanted = Pick<SubjectRequest, 'kind'> & { created_at?: { $lte: Date } | { $lt: Date } };

/** A request in progress for the person. */
export const findRunning = (
  { company_id, subject_hash }: Person,
  wanted: Wanted,
  { SubjectRequest }: Pick<IdentificationDeps, 'SubjectRequest'>,
) => SubjectRequest.findOne({ company_id, subject_hash, state: 'running', ...wanted }).lean();
