import { counters } from '@herald/persistence';
import { defineService } from '@herald/service';
import { removeOldClaims } from './claims/remove-old-claims.job';
import { config } from './config';
import { identificationDeps } from './deps';
import { dropIndexesOfIds } from './drop-indexes-of-ids.migration';
import { devices } from './devices/device.model';
import { listDevicesOfPerson } from './devices/list-devices-of-person';
import { listPersonsOfDevice } from './devices/list-persons-of-device';
import { onDeviceUpdated } from './devices/on-device-updated';
import { readLastDevice } from './devices/read-last-device';
import { registerDevice } from './devices/register-device';
import { findPersonsByEmail } from './persons/find-persons-by-email';
import { onDeviceRegistered } from './persons/on-device-registered';
import { onIdentityUpdated } from './persons/on-identity-updated';
import { persons } from './persons/person.model';
import { readPerson } from './persons/read-person';
import { readPersons } from './persons/read-persons';

export const service = defineService({
  name: 'identification',
  summary: 'Persons and devices as they report themselves',
  calls: ['company'],
  config,
  records: [devices, persons, counters],
  migrations: [dropIndexesOfIds],
  routes: {
    registerDevice,
    readPersons,
    findPersonsByEmail,
    readPerson,
    readLastDevice,
    listDevicesOfPerson,
    listPersonsOfDevice,
  },
  consumers: [onDeviceRegistered, onDeviceUpdated, onIdentityUpdated],
  jobs: [removeOldClaims],
  deps: identificationDeps,
});
