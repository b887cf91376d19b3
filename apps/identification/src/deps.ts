import { companyClient } from '@herald/client';
import { limitPerKey, ofMessages, ofOneMessage } from '@herald/concurrency';
import { batchedReads, idsInBlocks, integerIds, optimisticUpdates } from '@herald/persistence';
import type { ServiceContext } from '@herald/service';
import { erasures } from '@herald/subjects';
import type { IdentificationSettings } from './config';
import { devices } from './devices/device.model';
import { knownDevices } from './devices/known-devices';
import { legalHolds } from './holds/legal-hold.model';
import { persons } from './persons/person.model';
import { retentionReports } from './retention-reports/retention-report.model';
import { subjectRequests } from './subjects/subject-request.model';
import { rests } from './subjects/take-turns.job';

export type IdentificationDeps = ReturnType<typeof identificationDeps>;

export function identificationDeps({
  database,
  emit,
  call,
  settings,
  hashValue,
  metrics,
  log,
}: ServiceContext<IdentificationSettings>) {
  const Device = devices.model(database);
  const Person = persons.model(database);
  const SubjectRequest = subjectRequests.model(database);
  const nextId = integerIds(database);
  return {
    Device,
    Person,
    findKnown: knownDevices(Device),
    updateDevice: optimisticUpdates(Device),
    // Persons are stored behind the queue.
    findPerson: batchedReads(Person, ofMessages),
    updatePerson: optimisticUpdates(Person, ofOneMessage),
    nextDeviceId: idsInBlocks(nextId, 'device', blockSize),
    nextPersonId: idsInBlocks(nextId, 'person', blockSize),
    limitPerDevice: limitPerKey(1),
    findApp: companyClient(call('company')).findApp,
    emit,
    SubjectRequest,
    LegalHold: legalHolds.model(database),
    RetentionReport: retentionReports.model(database),
    updateSubjectRequest: optimisticUpdates(SubjectRequest),
    subjectServices: settings.SUBJECT_SERVICES.split(','),
    restAfter: rests(),
    ...{ hashValue, log },
    oldestRequest: metrics
      .gauge({
        name: 'herald_subject_request_oldest_seconds',
        help: 'Age of the oldest request of a person in progress; 0 in processes that do not look',
        labels: {},
      })
      .at({}),
    ...erasures(database, hashValue),
    claimRetentionMs: settings.CLAIM_DAYS * 86_400_000,
    lastSeenMs: settings.LAST_SEEN_HOURS * 3_600_000,
  };
}

/** A restart leaves the rest of a block as a gap. */
const blockSize = 1_000;
