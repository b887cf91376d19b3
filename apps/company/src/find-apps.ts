import { object, optional, text } from '@herald/contracts';
import { pageOf, paging, route } from '@herald/http';
import { findPage, ownedBy } from '@herald/persistence';
import { appAnswer, toAppAnswer } from './app.model';
import type { CompanyDeps } from './deps';

export const findApps = route('GET /company/api/v2/app', {
  summary: 'Find the apps of a bundle id, in all companies of the token',
  scope: 'company:read',
  resource: 'App',
  query: object({ ...paging(), bundle_id: text(), flavor_id: optional(text()) }),
  returns: pageOf(appAnswer, { envelopeKey: 'app' }),
  errors: {},
  example: { query: { bundle_id: 'com.demo.wallet' } },
  async handle({ query, caller }, { App }: CompanyDeps) {
    const { page, per_page, ...wanted } = query;
    const filter = { ...ownedBy(caller), ...wanted };
    return findPage(App, { filter, page, per_page, sort: { id: 1 } }, toAppAnswer);
  },
});
