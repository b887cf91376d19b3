import { defineService } from '@herald/service';
import { removeOldClaims } from './claims/remove-old-claims.job';
import { config } from './config';
import { identificationDeps } from './deps';
import { onDeviceUpdated } from './devices/on-device-updated';
import { listDevicesOfPerson } from './devices/list-devices-of-person';
import { listPersonsOfDevice } from './devices/list-persons-of-device';
import { readLastDevice } from './devices/read-last-device';
import { registerDevice } from './devices/register-device';
import { onDeviceRegistered } from './persons/on-device-registered';
import { onIdentityUpdated } from './persons/on-identity-updated';
import { findPersonsByEmail } from './persons/find-persons-by-email';
import { readPersons } from './persons/read-persons';
import { readPerson } from './persons/read-person';
import { personalData } from './personal-data';
import { askAgain } from './subjects/ask-again.job';
import { createSubjectRequest } from './subjects/create-subject-request';
import { listSubjectRequests } from './subjects/list-subject-requests';
import { onSubjectAnswered } from './subjects/on-subject-answered';
import { readSubjectRequest } from './subjects/read-subject-request';

export const service = defineService({
  name: 'identification',
  summary: 'Persons and devices as they report themselves',
  calls: ['company'],
  config,
  routes: {
    registerDevice,
    readPersons,
    findPersonsByEmail,
    readPerson,
    readLastDevice,
    listDevicesOfPerson,
    listPersonsOfDevice,
    createSubjectRequest,
    listSubjectRequests,
    readSubjectRequest,
  },
  consumers: [onDeviceRegistered, onDeviceUpdated, onIdentityUpdated, onSubjectAnswered],
  jobs: [removeOldClaims, askAgain],
  personalData,
  deps: identificationDeps,
});
