import { companyClient } from '@herald/client';
import { integerIds } from '@herald/persistence';
import type { ServiceContext } from '@herald/service';
import { deviceModel } from './device.model';
import type { IdentificationSettings } from './config';
import { personModel } from './person.model';

export type IdentificationDeps = ReturnType<typeof identificationDeps>;

export function identificationDeps({ database, emit, call, settings }: ServiceContext<IdentificationSettings>) {
  return {
    Device: deviceModel(database),
    Person: personModel(database),
    nextId: integerIds(database),
    findApp: companyClient(call('company')).findApp,
    emit,
    claimsMs: settings.CLAIM_DAYS * 86_400_000,
  };
}
