import { line } from '@herald/envelopes';
import { created, forbidden, route } from '@herald/http';
import Joi from 'joi';
import { companyShape, identifications, toCompany, type Company } from './company.model';
import type { CompanyDeps } from './deps';

type NewCompany = Pick<Company, 'name' | 'identified_by'>;

export const createCompany = route('POST /company/api/v2/company', {
  summary: 'Create a company',
  scope: 'company:write',
  resource: 'Company',
  noun: 'company',
  body: Joi.object<NewCompany>({
    name: line().trim().required(),
    identified_by: Joi.valid(...identifications).required(),
  }),
  returns: created(companyShape),
  errors: { 403: 'The token does not hold all companies' },
  example: { body: { name: 'Acme', identified_by: 'email' } },
  async handle({ body, caller, uuid, note }, { Company, nextId }: CompanyDeps) {
    if (caller.companies !== '*') throw forbidden();
    const id = await nextId('company');
    note({ company_id: String(id) });
    const company = await Company.create({ ...body, id, uuid, status: true });
    return toCompany(company.toObject());
  },
});
