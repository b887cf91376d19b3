import { companyClient } from '@herald/client';
import type { ServiceContext } from '@herald/service';
import { deviceModel } from './device.model';
import { identityModel } from './identity.model';
import { keptCounts } from './kept-counts';
import { systemicTagValueModel } from './systemic-tag-value.model';

export type IndexDeps = ReturnType<typeof indexDeps>;

export function indexDeps({ database, emit, call }: ServiceContext<object>) {
  const Device = deviceModel(database);
  return {
    Device,
    Identity: identityModel(database),
    SystemicTagValue: systemicTagValueModel(database),
    counts: keptCounts(),
    findApp: companyClient(call('company')).findApp,
    emit,
  };
}
