import { companyId, object, oneOf, optional } from '@herald/contracts';
import { pageOf, paging, route } from '@herald/http';
import { findPage, ownedBy } from '@herald/persistence';
import type { IdentificationDeps } from '../deps';
import { subjectKinds, subjectRequestAnswer, subjectStates, toSubjectRequestAnswer } from './subject-request.model';

export const listSubjectRequests = route('GET /identification/api/v1/subject_request', {
  summary: "List persons' requests for the data, newest first",
  scope: 'privacy:read',
  resource: 'Subject request',
  query: object({
    ...paging(),
    company_id: optional(companyId()),
    state: optional(oneOf(...subjectStates)),
    kind: optional(oneOf(...subjectKinds)),
  }),
  company: 'query.company_id',
  returns: pageOf(subjectRequestAnswer, { envelopeKey: 'subject_request' }),
  errors: {},
  example: { query: { company_id: '1', state: 'running' } },
  handle({ query, caller }, { SubjectRequest }: IdentificationDeps) {
    const { page, per_page, ...wanted } = query;
    const sort = { created_at: -1, uuid: 1 } as const;
    return findPage(
      SubjectRequest,
      { filter: { ...ownedBy(caller), ...wanted }, page, per_page, sort },
      toSubjectRequestAnswer,
    );
  },
});
