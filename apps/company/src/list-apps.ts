import { holdsCompany } from '@herald/auth';
import { companyId, text } from '@herald/envelopes';
import { notFound, pageOf, paging, route, type Paged } from '@herald/http';
import { findPage } from '@herald/persistence';
import Joi from 'joi';
import { appShape, toApp, type App } from './app.model';
import type { CompanyDeps } from './deps';

type ListQuery = Paged & { bundle_id?: string; flavor_id?: string };

export const listApps = route('GET /company/api/v2/company/:id/app', {
  summary: 'List the apps of a company',
  scope: 'company:read',
  resource: 'App',
  noun: 'app',
  params: { id: companyId() },
  query: Joi.object<ListQuery>({ ...paging(), bundle_id: text(), flavor_id: text() }),
  returns: pageOf(appShape),
  errors: { 404: 'No such company' },
  example: { params: { id: '1' }, query: { bundle_id: 'com.acme.wallet' } },
  async handle({ params, query, caller }, { App, Company }: CompanyDeps) {
    const { page, per_page, ...wanted } = query;
    const held = holdsCompany(caller, params.id);
    if (!held || !(await Company.exists({ id: Number(params.id) }))) throw notFound({ message: 'Company not found.' });
    const filter = { company_id: params.id, ...wanted };
    const apps = await findPage<App>(App, { filter, page, per_page, sort: { id: 1 } });
    return { ...apps, data: apps.data.map(toApp) };
  },
});
