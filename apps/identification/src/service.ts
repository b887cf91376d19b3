import { counters } from '@herald/persistence';
import { defineService } from '@herald/service';
import { tombstones } from '@herald/subjects';
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
import { readPersonByUuid } from './persons/read-person-by-uuid';
import { legalHolds } from './holds/legal-hold.model';
import { liftLegalHold } from './holds/lift-legal-hold';
import { listLegalHolds } from './holds/list-legal-holds';
import { placeLegalHold } from './holds/place-legal-hold';
import { personalData } from './personal-data';
import { retention } from './retention';
import { onRetentionReported } from './retention-reports/on-retention-reported';
import { readRetention } from './retention-reports/read-retention';
import { retentionReports } from './retention-reports/retention-report.model';
import { askAgain } from './subjects/ask-again.job';
import { createSubjectRequest } from './subjects/create-subject-request';
import { listSubjectRequests } from './subjects/list-subject-requests';
import { onSubjectAnswered } from './subjects/on-subject-answered';
import { readSubjectRequest } from './subjects/read-subject-request';
import { subjectRequests } from './subjects/subject-request.model';
import { takeTurns } from './subjects/take-turns.job';
import { readPersons } from './persons/read-persons';

export const service = defineService({
  name: 'identification',
  summary: 'Persons and devices as they report themselves',
  calls: ['company'],
  config,
  records: [devices, persons, subjectRequests, legalHolds, tombstones, retentionReports, counters],
  migrations: [dropIndexesOfIds],
  routes: {
    registerDevice,
    readPersons,
    findPersonsByEmail,
    readPerson,
    readPersonByUuid,
    readLastDevice,
    listDevicesOfPerson,
    listPersonsOfDevice,
    createSubjectRequest,
    listSubjectRequests,
    readSubjectRequest,
    placeLegalHold,
    liftLegalHold,
    listLegalHolds,
    readRetention,
  },
  consumers: [onDeviceRegistered, onDeviceUpdated, onIdentityUpdated, onSubjectAnswered, onRetentionReported],
  jobs: [askAgain, takeTurns],
  personalData,
  retention,
  deps: identificationDeps,
});
