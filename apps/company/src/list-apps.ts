import { holdsCompany } from '@herald/auth';
import { companyId, object, optional, text } from '@herald/contracts';
import { notFound, pageOf, paging, route } from '@herald/http';
import { findPage } from '@herald/persistence';
import { appAnswer, toAppAnswer } from './app.model';
import type { CompanyDeps } from './deps';

export const listApps = route('GET /company/api/v2/company/:id/app', {
  summary: 'List the apps of a company',
  scope: 'company:read',
  resource: 'App',
  params: { id: companyId() },
  query: object({ ...paging(), bundle_id: optional(text()), flavor_id: optional(text()) }),
  returns: pageOf(appAnswer, { envelopeKey: 'app' }),
  errors: { 404: 'No such company' },
  example: { params: { id: '1' }, query: { bundle_id: 'com.demo.wallet' } },
  async handle({ params, query, caller }, { App, Company }: CompanyDeps) {
    const { page, per_page, ...wanted } = query;
    const held = holdsCompany(caller, params.id);
    if (!held || !(await Company.exists({ id: Number(params.id) }))) throw notFound({ message: 'Company not found.' });
    const filter = { company_id: params.id, ...wanted };
    return findPage(App, { filter, page, per_page, sort: { id: 1 } }, toAppAnswer);
  },
});
