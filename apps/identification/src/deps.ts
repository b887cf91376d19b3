import { companyClient } from '@herald/client';
import { integerIds } from '@herald/persistence';
import type { ServiceContext } from '@herald/service';
import type { IdentificationSettings } from './config';
import { devices } from './devices/device.model';
import { persons } from './persons/person.model';

export type IdentificationDeps = ReturnType<typeof identificationDeps>;

export function identificationDeps({ database, emit, call, settings }: ServiceContext<IdentificationSettings>) {
  return {
    Device: devices.model(database),
    Person: persons.model(database),
    nextId: integerIds(database),
    findApp: companyClient(call('company')).findApp,
    emit,
    claimRetentionMs: settings.CLAIM_DAYS * 86_400_000,
  };
}
