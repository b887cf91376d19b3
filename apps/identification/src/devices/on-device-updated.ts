import { deviceUpdated } from '@herald/contracts';
import { consumer } from '@herald/messaging';
import { updateMatching } from '@herald/persistence';
import type { IdentificationDeps } from '../deps';

/** Last write wins: the device must be able to repeat what an operator changed after its report. */
export const onDeviceUpdated = consumer({
  name: 'on-device-updated',
  on: deviceUpdated,
  async handle({ core_id, company_id, app_id }, { Device }: IdentificationDeps) {
    const lastReport = { [`reports.${app_id}`]: 1 };
    await updateMatching(Device, { core_id, company_id }, { $unset: lastReport, $inc: { revision: 1 } });
  },
});
