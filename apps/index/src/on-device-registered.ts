import { deviceRegistered } from '@herald/contracts';
import { consumer } from '@herald/messaging';
import type { IndexDeps } from './deps';
import { blankDevice, mergeDeviceReport } from './devices/merge-device-report';
import { saveReportedIdentity } from './identities/save-reported-identity';

export const onDeviceRegistered = consumer({
  name: 'on-device-registered',
  on: deviceRegistered,
  prefetch: 200,
  async handle(report, deps: IndexDeps) {
    const { core_id, company_id } = report;
    await Promise.all([
      deps.updateDevice({ core_id, company_id }, (device) => mergeDeviceReport(device ?? blankDevice(report), report)),
      saveReportedIdentity(report, deps),
    ]);
  },
});
