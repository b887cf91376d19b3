import { integerIds } from '@herald/persistence';
import type { ServiceContext } from '@herald/service';
import { appModel } from './app.model';
import { bundleModel } from './bundle.model';
import { companyModel } from './company.model';

export type CompanyDeps = ReturnType<typeof companyDeps>;

export function companyDeps({ database, emit }: ServiceContext<object>) {
  return {
    Company: companyModel(database),
    App: appModel(database),
    Bundle: bundleModel(database),
    nextId: integerIds(database),
    emit,
  };
}
