import { integerIds } from '@herald/persistence';
import type { ServiceContext } from '@herald/service';
import { apps } from './app.model';
import { bundles } from './bundle.model';
import { companies } from './company.model';

export type CompanyDeps = ReturnType<typeof companyDeps>;

export function companyDeps({ database }: ServiceContext<object>) {
  return {
    Company: companies.model(database),
    App: apps.model(database),
    Bundle: bundles.model(database),
    nextId: integerIds(database),
  };
}
