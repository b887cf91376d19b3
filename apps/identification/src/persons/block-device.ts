import { deviceRegistered, type DeviceRegistered } from '@herald/contracts';
import { newerBlock, type Block } from '@herald/subjects';
import type { IdentificationDeps } from '../deps';
import { withBlock } from '../devices/register-device';
import type { Person } from './person.model';

/**
 * Blocks a device that a proof names as a blocked person's. Its report is published once more, with the block: services
 * take that in any order.
 */
export async function blockDevice(
  report: DeviceRegistered,
  { dni, block }: Person,
  { updateDevice, emit }: Pick<IdentificationDeps, 'updateDevice' | 'emit'>,
): Promise<void> {
  const { core_id, company_id, said_by = 'device' } = report;
  if (said_by === 'device' || report.block?.is) return;
  const wanted = withBlock(report, laterThan(report.block, block!)).block;
  const { after } = await updateDevice(
    { core_id, company_id },
    (device) => device && (device.person_dni === dni ? { ...device, block: newerBlock(device.block, wanted) } : device),
  );
  if (after?.person_dni === dni && after.block?.is) await emit(deviceRegistered, withBlock(report, after.block));
}

/** The report itself may have freed the device of another person's block. */
const laterThan = (freed: DeviceRegistered['block'], block: Block): Block =>
  freed ? { is: true, at: new Date(Math.max(block.at.getTime(), Date.parse(freed.at) + 1)) } : block;
