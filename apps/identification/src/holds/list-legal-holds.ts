import { boolean, companyId, object, optional } from '@herald/contracts';
import { pageOf, paging, route } from '@herald/http';
import { findPage, ownedBy } from '@herald/persistence';
import type { IdentificationDeps } from '../deps';
import { legalHolds } from './legal-hold.model';

export const listLegalHolds = route('GET /identification/api/v1/legal_hold', {
  summary: 'List legal holds, newest first',
  scope: 'privacy:read',
  resource: 'Legal hold',
  query: object({
    ...paging(),
    company_id: optional(companyId()),
    lifted: optional(boolean()).description('`false` lists those in force, `true` the others'),
  }),
  company: 'query.company_id',
  returns: pageOf(legalHolds.answer, { envelopeKey: 'legal_hold' }),
  errors: {},
  example: { query: { company_id: '1', lifted: false } },
  handle({ query, caller }, { LegalHold }: IdentificationDeps) {
    const { page, per_page, lifted, ...company } = query;
    const state = lifted === undefined ? {} : { lifted_at: lifted ? { $ne: null } : null };
    const filter = { ...ownedBy(caller), ...company, ...state };
    return findPage(LegalHold, { filter, page, per_page, sort: { created_at: -1 } }, legalHolds.toAnswer);
  },
});
