import { randomUUID } from 'node:crypto';
import { deviceRegistered, subjectRequested, type DeviceRegistered } from '@herald/contracts';
import { newerBlock, type Block } from '@herald/subjects';
import type { IdentificationDeps } from '../deps';
import type { Device } from '../devices/device.model';
import { withBlock } from '../devices/register-device';
import { updateReported } from '../devices/update-reported';
import type { Person } from './person.model';

/**
 * Blocks a device that a proof names as a blocked person's. Its report is published once more, with the block: services
 * take that in any order.
 */
export async function blockDevice(
  report: DeviceRegistered,
  { dni, block }: Person,
  deps: Pick<IdentificationDeps, 'updateDevice' | 'emit'>,
): Promise<void> {
  const { said_by = 'device' } = report;
  if (said_by === 'device' || report.block?.is) return;
  const wanted = withBlock(report, laterThan(report.block, block!)).block;
  const change = (device: Device): Device =>
    device.person_dni === dni ? { ...device, block: newerBlock(device.block, wanted) } : device;
  const device = await updateReported(report, change, deps);
  if (device?.person_dni !== dni || !device.block?.is) return;
  await deps.emit(deviceRegistered, withBlock(report, device.block));
  await askForDevice('block', report, device.block.at, deps.emit);
}

/** A proof gave the device to another person: it is not blocked any more. */
export async function unblockDevice(
  report: DeviceRegistered,
  { emit }: Pick<IdentificationDeps, 'emit'>,
): Promise<void> {
  const { block, reported_at } = report;
  // Later reports carry the block as well, with the time of the first one.
  if (block && !block.is && block.at === reported_at) await askForDevice('unblock', report, new Date(block.at), emit);
}

/** All services mark one device; their answers belong to no request, and count for nothing. */
const askForDevice = (
  step: 'block' | 'unblock',
  { company_id, core_id }: DeviceRegistered,
  at: Date,
  emit: IdentificationDeps['emit'],
) => {
  const names = { dnis: [], emails: [], core_ids: [core_id] };
  return emit(subjectRequested, {
    ...{ request_uuid: randomUUID(), company_id, step, round: 1, asked_at: at.toISOString() },
    ...names,
  });
};

/** The report itself may have freed the device of another person's block. */
const laterThan = (freed: DeviceRegistered['block'], block: Block): Block =>
  freed ? { is: true, at: new Date(Math.max(block.at.getTime(), Date.parse(freed.at) + 1)) } : block;
