import { deviceRegistered } from '@herald/contracts';
import { consumer } from '@herald/messaging';
import type { IdentificationDeps } from '../deps';
import { saveReportedPerson } from './save-reported-person';

/** Persons are stored behind the queue: the duration of a request must not disclose whether its person is known. */
export const onDeviceRegistered = consumer({
  name: 'on-device-registered',
  on: deviceRegistered,
  prefetch: 200,
  handle: (report, deps: IdentificationDeps) => saveReportedPerson(report, deps),
});
