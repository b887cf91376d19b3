import { companyClient } from '@herald/client';
import type { ServiceContext } from '@herald/service';
import { devices } from './devices/device.model';
import { identities } from './identities/identity.model';
import { countCache } from './search/count-cache';
import { systemicTagValues } from './tag-values/systemic-tag-value.model';

export type IndexDeps = ReturnType<typeof indexDeps>;

export function indexDeps({ database, emit, call }: ServiceContext<object>) {
  return {
    Device: devices.model(database),
    Identity: identities.model(database),
    SystemicTagValue: systemicTagValues.model(database),
    counts: countCache(),
    findApp: companyClient(call('company')).findApp,
    emit,
  };
}
