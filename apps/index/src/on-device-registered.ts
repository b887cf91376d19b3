import { deviceRegistered } from '@herald/contracts';
import { consumer } from '@herald/messaging';
import type { IndexDeps } from './deps';
import { saveReportedDevice } from './devices/save-reported-device';
import { findReported } from './identities/find-reported';
import { saveReportedIdentity } from './identities/save-reported-identity';

export const onDeviceRegistered = consumer({
  name: 'on-device-registered',
  on: deviceRegistered,
  prefetch: 100,
  async handle(report, deps: IndexDeps) {
    const { core_id, company_id } = report;
    const finding = findReported(report, deps);
    const [device] = await Promise.all([deps.findDevice({ core_id, company_id }), finding]);
    // What was erased is looked up for both by one command.
    await Promise.all([saveReportedDevice(report, device, deps), saveReportedIdentity(report, deps, finding)]);
  },
});
