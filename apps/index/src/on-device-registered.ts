import { deviceRegistered, type DeviceRegistered } from '@herald/contracts';
import { consumer } from '@herald/messaging';
import { retryOnCollision } from '@herald/persistence';
import type { IndexDeps } from './deps';
import { blankDevice, withReport } from './device-report';
import { savePerson } from './save-person';
import { revise } from './revise';

export const onDeviceRegistered = consumer({
  name: 'on-device-registered',
  on: deviceRegistered,
  prefetch: 20,
  async handle(report, deps: IndexDeps) {
    await saveDevice(report, deps);
    await savePerson(report, deps);
  },
});

/** Two first reports at the same moment collide; the second then finds the record of the first. */
async function saveDevice(report: DeviceRegistered, { Device }: IndexDeps): Promise<void> {
  const { company_id, core_id } = report;
  await retryOnCollision(async () => {
    const known = await revise(Device, { core_id, company_id }, (device) => withReport(device, report));
    if (!known) await Device.create(withReport(blankDevice(report), report));
  });
}
