import type { DeviceRegistered } from '@herald/contracts';
import { mayBeErased } from '@herald/subjects';
import type { IndexDeps } from '../deps';
import { blankDevice, mergeDeviceReport } from './merge-device-report';

/** Saves the device of a report, unless the report is older than the device's erasure. */
export async function saveReportedDevice(report: DeviceRegistered, deps: IndexDeps): Promise<void> {
  const { core_id, company_id } = report;
  const key = { core_id, company_id };
  const at = new Date(report.reported_at);
  let isDoubtful = false;
  const { after } = await deps.updateDevice(key, (device) => {
    isDoubtful = mayBeErased(device, at);
    return device && !isDoubtful ? mergeDeviceReport(device, report) : device;
  });
  if (!isDoubtful) return;
  const erased = await deps.erasedAt(company_id, { core_id });
  if (erased && at <= erased) return;
  const merge = (device = blankDevice(report)) => mergeDeviceReport(device, report);
  await deps.updateDevice(key, merge, { record: after });
}
