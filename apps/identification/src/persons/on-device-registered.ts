import { deviceRegistered } from '@herald/contracts';
import { consumer } from '@herald/messaging';
import type { IdentificationDeps } from '../deps';
import { blockDevice, unblockDevice } from './block-device';
import { saveReportedPerson } from './save-reported-person';

/** Persons are stored behind the queue: the duration of a request must not disclose whether its person is known. */
export const onDeviceRegistered = consumer({
  name: 'on-device-registered',
  on: deviceRegistered,
  prefetch: 100,
  async handle(report, deps: IdentificationDeps) {
    const person = await saveReportedPerson(report, deps);
    await unblockDevice(report, deps);
    if (person?.block?.is) await blockDevice(report, person, deps);
  },
});
