import { companyClient } from '@herald/client';
import { ofMessages, ofOneMessage } from '@herald/concurrency';
import { batchedReads, optimisticUpdates } from '@herald/persistence';
import type { ServiceContext } from '@herald/service';
import { erasures } from '@herald/subjects';
import { devices } from './devices/device.model';
import { identities } from './identities/identity.model';
import { deviceSearch } from './search/device-search';
import { systemicTagValues } from './tag-values/systemic-tag-value.model';

export type IndexDeps = ReturnType<typeof indexDeps>;

export function indexDeps({ database, emit, call, hashValue }: ServiceContext<object>) {
  const Device = devices.model(database);
  const Identity = identities.model(database);
  return {
    Device,
    Identity,
    findDevice: batchedReads(Device, ofMessages),
    updateDevice: optimisticUpdates(Device, ofOneMessage),
    findIdentity: batchedReads(Identity, ofMessages),
    updateIdentity: optimisticUpdates(Identity, ofOneMessage),
    SystemicTagValue: systemicTagValues.model(database),
    search: deviceSearch(Device),
    ...erasures(database, hashValue),
    findApp: companyClient(call('company')).findApp,
    emit,
  };
}
