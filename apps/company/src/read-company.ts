import { holdsCompany } from '@herald/auth';
import { companyId } from '@herald/contracts';
import { found, notFound, route } from '@herald/http';
import { companies } from './company.model';
import type { CompanyDeps } from './deps';

export const readCompany = route('GET /company/api/v2/company/:id', {
  summary: 'Read a company',
  scope: 'company:read',
  resource: 'Company',
  params: { id: companyId() },
  returns: found(companies.answer, { envelopeKey: 'company' }),
  errors: { 404: 'No such company' },
  example: { params: { id: '1' } },
  async handle({ params, caller }, { Company }: CompanyDeps) {
    const held = holdsCompany(caller, params.id);
    const company = held && (await Company.findOne({ id: Number(params.id) }).lean());
    if (!company) throw notFound({ message: 'Company not found.' });
    return companies.toAnswer(company);
  },
});
