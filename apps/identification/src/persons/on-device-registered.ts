import { deviceRegistered } from '@herald/contracts';
import { consumer } from '@herald/messaging';
import type { IdentificationDeps } from '../deps';
import { saveReportedPerson } from './save-reported-person';

export const onDeviceRegistered = consumer({
  name: 'on-device-registered',
  on: deviceRegistered,
  handle: (message, deps: IdentificationDeps) => saveReportedPerson(message, deps),
});
