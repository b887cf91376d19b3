import { deviceRegistered } from '@herald/contracts';
import { consumer } from '@herald/messaging';
import type { IndexDeps } from './deps';
import { saveReportedDevice } from './devices/save-reported-device';
import { saveReportedIdentity } from './identities/save-reported-identity';

export const onDeviceRegistered = consumer({
  name: 'on-device-registered',
  on: deviceRegistered,
  prefetch: 200,
  async handle(report, deps: IndexDeps) {
    await Promise.all([saveReportedDevice(report, deps), saveReportedIdentity(report, deps)]);
  },
});
