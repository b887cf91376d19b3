import { counters } from '@herald/persistence';
import { defineService } from '@herald/service';
import { apps } from './app.model';
import { bundles } from './bundle.model';
import { companies } from './company.model';
import { createApp } from './create-app';
import { createCompany } from './create-company';
import { companyDeps } from './deps';
import { findApps } from './find-apps';
import { listApps } from './list-apps';
import { readApp } from './read-app';
import { readCompany } from './read-company';

export const service = defineService({
  name: 'company',
  summary: 'Companies and their apps',
  records: [apps, bundles, companies, counters],
  routes: { createCompany, readCompany, listApps, createApp, findApps, readApp },
  deps: companyDeps,
});
