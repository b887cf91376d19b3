import { bulkUpdate } from '@herald/persistence';
import { retains, staysUntilErased, type Retention } from '@herald/subjects';
import type { IdentificationDeps } from './deps';
import { devices, type Device } from './devices/device.model';
import { removeUnseen } from './devices/remove-unseen';
import { legalHolds } from './holds/legal-hold.model';
import { persons, type Person } from './persons/person.model';
import { subjectRequests } from './subjects/subject-request.model';

export const retention: Retention<IdentificationDeps>[] = [
  retains<Device, IdentificationDeps>(devices, {
    setting: 'DEVICE_DAYS',
    since: 'reported_at',
    remove: (found, before, { deps }) => removeUnseen(found, before, deps),
  }),
  retains<Person, IdentificationDeps>(persons, {
    kind: 'claims',
    setting: 'CLAIM_DAYS',
    since: 'claims.at',
    async remove(found, before, { deps }) {
      const update = { $pull: { claims: { at: { $lt: before } } }, $inc: { revision: 1 } };
      await bulkUpdate(
        deps.Person,
        found.map(({ _id }) => ({ filter: { _id } as object, update })),
      );
      return found.length;
    },
  }),
  staysUntilErased(persons, 'customers of the company, who are no less so for not using a phone'),
  retains(subjectRequests, { setting: 'SUBJECT_REQUEST_DAYS', since: 'finished_at' }),
  staysUntilErased(legalHolds, 'evidence of why data was kept; a lifted hold goes with the person'),
];
