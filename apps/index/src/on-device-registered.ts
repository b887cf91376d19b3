import { deviceRegistered, type DeviceRegistered } from '@herald/contracts';
import { consumer } from '@herald/messaging';
import { retryOnCollision } from '@herald/persistence';
import type { IndexDeps } from './deps';
import { blankDevice, mergeDeviceReport } from './devices/merge-device-report';
import { saveReportedIdentity } from './identities/save-reported-identity';
import { updateOptimistically } from './update-optimistically';

export const onDeviceRegistered = consumer({
  name: 'on-device-registered',
  on: deviceRegistered,
  prefetch: 20,
  async handle(report, deps: IndexDeps) {
    await saveDevice(report, deps);
    await saveReportedIdentity(report, deps);
  },
});

/** Two concurrent first reports of a device collide; the second then finds the record of the first. */
async function saveDevice(report: DeviceRegistered, { Device }: IndexDeps): Promise<void> {
  const { company_id, core_id } = report;
  await retryOnCollision(async () => {
    const key = { core_id, company_id };
    const known = await updateOptimistically(Device, key, (device) => mergeDeviceReport(device, report));
    if (!known) await Device.create(mergeDeviceReport(blankDevice(report), report));
  });
}
