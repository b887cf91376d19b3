import type { DeviceRegistered } from '@herald/contracts';
import { mayBeErased } from '@herald/subjects';
import type { IndexDeps } from '../deps';
import type { Device } from './device.model';
import { blankDevice, mergeDeviceReport } from './merge-device-report';

/** Saves the device of a report, unless the report is older than the device's erasure. */
export async function saveReportedDevice(
  report: DeviceRegistered,
  known: Device | undefined,
  { updateDevice, erasedAt }: Pick<IndexDeps, 'updateDevice' | 'erasedAt'>,
): Promise<void> {
  const { core_id, company_id } = report;
  const key = { core_id, company_id };
  const at = new Date(report.reported_at);
  let record = known;
  let isDoubtful = mayBeErased(known, at);
  if (!isDoubtful) {
    // It may be erased until it is written.
    const change = (device: Device | undefined) => {
      isDoubtful = mayBeErased(device, at);
      return device && !isDoubtful ? mergeDeviceReport(device, report) : device;
    };
    record = (await updateDevice(key, change, { record })).after;
  }
  if (!isDoubtful) return;
  const erased = await erasedAt(company_id, { core_id });
  if (erased && at <= erased) return;
  const merge = (device = blankDevice(report)) => mergeDeviceReport(device, report);
  await updateDevice(key, merge, { record });
}
