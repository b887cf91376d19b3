import { deviceRegistered } from '@herald/contracts';
import { consumer } from '@herald/messaging';
import type { IdentificationDeps } from '../deps';
import { saveReportedPerson } from './save-reported-person';

/** Saves the persons that were not saved by the request itself. */
export const onDeviceRegistered = consumer({
  name: 'on-device-registered',
  on: deviceRegistered,
  async handle(message, deps: IdentificationDeps) {
    if (!message.is_person_saved) await saveReportedPerson(message, deps);
  },
});
