import { companyId, object, optional } from '@herald/contracts';
import { between, dateFilter, pageOf, paging, route } from '@herald/http';
import { findPage } from '@herald/persistence';
import type { CoreIdpDeps } from './deps';
import { registerTypeView } from './register-type.model';

export const listRegisterTypes = route('GET /core-idp/v1/companies/:company_id/register_types', {
  summary: 'List the registration forms of a company, newest first',
  scope: 'core-idp:read',
  resource: 'Register Type',
  params: { company_id: companyId() },
  query: object({
    ...paging({ perPage: 5 }),
    from_date: optional(dateFilter()),
    until_date: optional(dateFilter()),
  }),
  company: 'params.company_id',
  returns: pageOf(registerTypeView.answer),
  errors: { 404: 'No such company' },
  example: { params: { company_id: '1' }, query: { from_date: '2026-01-01' } },
  async handle({ params: { company_id }, query }, { RegisterType, companyOf }: CoreIdpDeps) {
    const { page, per_page, ...range } = query;
    await companyOf(company_id);
    const created_at = between(range);
    const filter = { company_id, ...(created_at ? { created_at } : {}) };
    const sort = { created_at: -1, uuid: 1 } as const;
    return findPage(RegisterType, { filter, page, per_page, sort }, registerTypeView.toAnswer);
  },
});
