import { text } from '@herald/envelopes';
import { pageOf, paging, route, type Paged } from '@herald/http';
import { findPage, ownedBy } from '@herald/persistence';
import Joi from 'joi';
import { appShape, toApp, type App } from './app.model';
import type { CompanyDeps } from './deps';

type Wanted = Paged & { bundle_id: string; flavor_id?: string };

export const findApps = route('GET /company/api/v2/app', {
  summary: 'Find the apps of a bundle id, in all companies of the token',
  scope: 'company:read',
  resource: 'App',
  noun: 'app',
  query: Joi.object<Wanted>({ ...paging(), bundle_id: text().required(), flavor_id: text() }),
  returns: pageOf(appShape),
  errors: {},
  example: { query: { bundle_id: 'com.acme.wallet' } },
  async handle({ query, caller }, { App }: CompanyDeps) {
    const { page, per_page, ...wanted } = query;
    const filter = { ...ownedBy(caller), ...wanted };
    const apps = await findPage<App>(App, { filter, page, per_page, sort: { id: 1 } });
    return { ...apps, data: apps.data.map(toApp) };
  },
});
