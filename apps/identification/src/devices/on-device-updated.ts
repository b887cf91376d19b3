import { deviceUpdated } from '@herald/contracts';
import { RetryAfter, consumer } from '@herald/messaging';
import { hasWaited } from '@herald/subjects';
import type { IdentificationDeps } from '../deps';
import { expectReport } from './device-report';

/**
 * Last write wins: the device must be able to repeat what an operator changed after its report. The report may be
 * stored later than this message arrives, also the device's first one.
 */
export const onDeviceUpdated = consumer({
  name: 'on-device-updated',
  on: deviceUpdated,
  async handle(update, { updateDevice }: IdentificationDeps) {
    const { core_id, company_id, app_id } = update;
    const updated_at = update.updated_at ?? new Date().toISOString();
    const at = new Date(updated_at);
    await updateDevice({ core_id, company_id }, (device) => {
      if (!device && !hasWaited(at)) throw new RetryAfter(1, { ...update, updated_at });
      return device && expectReport(device, app_id, at);
    });
  },
});
