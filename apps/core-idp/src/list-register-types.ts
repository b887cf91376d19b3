import { companyId } from '@herald/envelopes';
import { between, dateFilter, pageOf, paging, route, type DateRange, type Paged } from '@herald/http';
import { findPage } from '@herald/persistence';
import Joi from 'joi';
import type { CoreIdpDeps } from './deps';
import { registerTypeShape, toRegisterType, type RegisterType } from './register-type.model';

export const listRegisterTypes = route('GET /core-idp/v1/companies/:company_id/register_types', {
  summary: 'List the registration forms of a company, newest first',
  scope: 'core-idp:read',
  resource: 'Register Type',
  params: { company_id: companyId() },
  query: Joi.object<Paged & DateRange>({
    ...paging({ perPage: 5 }),
    from_date: dateFilter(),
    until_date: dateFilter(),
  }),
  company: 'params.company_id',
  returns: pageOf(registerTypeShape),
  errors: { 404: 'No such company' },
  example: { params: { company_id: '1' }, query: { from_date: '2026-01-01' } },
  async handle({ params: { company_id }, query }, { RegisterType, companyOf }: CoreIdpDeps) {
    const { page, per_page, ...range } = query;
    await companyOf(company_id);
    const created_at = between(range);
    const registerTypes = await findPage<RegisterType>(RegisterType, {
      filter: { company_id, ...(created_at ? { created_at } : {}) },
      page,
      per_page,
      sort: { created_at: -1, uuid: 1 },
    });
    return { ...registerTypes, data: registerTypes.data.map(toRegisterType) };
  },
});
