import type { DeviceRegistered } from '@herald/contracts';
import { RetryAfter } from '@herald/messaging';
import { hasWaited } from '@herald/subjects';
import type { IdentificationDeps } from '../deps';
import type { Device } from './device.model';

/**
 * Changes the device of a report, once the report is stored: its message is published before. Until then the message
 * is delivered again, for as long as the request may take.
 */
export async function updateReported(
  report: DeviceRegistered,
  change: (device: Device) => Device,
  { updateDevice }: Pick<IdentificationDeps, 'updateDevice'>,
): Promise<Device | undefined> {
  const { core_id, company_id } = report;
  const reported_at = new Date(report.reported_at);
  const { after } = await updateDevice({ core_id, company_id }, (device) => {
    const isStored = device !== undefined && device.reported_at >= reported_at;
    if (!isStored && !hasWaited(reported_at)) throw new RetryAfter(1, report);
    return device && change(device);
  });
  return after;
}
