import { line, object } from '@herald/contracts';
import { created, forbidden, route } from '@herald/http';
import { companies, identifiedBy } from './company.model';
import type { CompanyDeps } from './deps';

export const createCompany = route('POST /company/api/v2/company', {
  summary: 'Create a company',
  scope: 'company:write',
  resource: 'Company',
  body: object({ name: line().trim(), identified_by: identifiedBy() }),
  returns: created(companies.answer, { envelopeKey: 'company' }),
  errors: { 403: 'The token does not hold all companies' },
  example: { body: { name: 'Acme', identified_by: 'email' } },
  async handle({ body, caller, uuid, note }, { Company, nextId }: CompanyDeps) {
    if (caller.companies !== '*') throw forbidden();
    const id = await nextId('company');
    note({ company_id: String(id) });
    const company = await Company.create({ ...body, id, uuid, status: true });
    return companies.toAnswer(company);
  },
});
