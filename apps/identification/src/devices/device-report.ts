import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { SaidBy } from '@herald/contracts';
import type { Device } from './device.model';
import type { Known } from './known-devices';
import type { Registration } from './registration.schema';

/** A registration with what is known about it. */
export type DeviceReport = {
  body: Registration;
  app_id: string;
  saidBy: SaidBy;
  /** The device's id in this report. */
  id: number;
  at: Date;
  digest: string;
};

/** The person in a report, for the mark of the last device: the dni, else the e-mail. */
export const personOf = ({ person }: Registration): string | undefined => person?.dni ?? person?.email?.toLowerCase();

/** Equal for reports that say the same of an app, a person and their source. */
export function digestOf(body: Registration, ...source: unknown[]): string {
  const { app, person } = body;
  return createHash('sha256')
    .update(JSON.stringify([app, person, source]))
    .digest('base64url');
}

/** True if a report changes nothing: the app reported the same, and the device is still the last one of its person. */
export function isRepeated(
  { device, rivals }: Known,
  { body, app_id, saidBy, at, digest }: Omit<DeviceReport, 'id'>,
  lastSeenMs: number,
): boolean {
  const last = device?.reports?.[app_id];
  if (!device || last?.digest !== digest || !isSameDevice(device, body)) return false;
  const age = at.getTime() - last.at.getTime();
  return age >= 0 && age < lastSeenMs && (saidBy === 'device' || isLast(device, rivals, personOf(body)));
}

function isSameDevice(device: Device, { core_id_type, characteristics, location }: Registration): boolean {
  if (device.core_id_type !== core_id_type || !isDeepStrictEqual(device.characteristics, characteristics)) return false;
  return location === undefined || isDeepStrictEqual(device.location, location);
}

function isLast({ last_of, person_at }: Device, rivals: Device[], person: string | undefined): boolean {
  if (person === undefined) return true;
  return last_of === person && rivals.every((rival) => timeOf(rival.person_at) <= timeOf(person_at));
}

const timeOf = (at: Date | undefined) => at?.getTime() ?? 0;

/** The device after a report. One that is older than what is stored changes the owner alone. */
export function mergeReport(known: Device | undefined, report: DeviceReport): Device {
  const { body, id, at } = report;
  const { core_id, company_id, core_id_type, characteristics, location } = body;
  const values = { core_id_type, characteristics, reported_at: at, ...(location ? { location } : {}) };
  if (!known)
    return { ...newDevice(core_id, company_id, id), ...values, ...ownerOf({}, report), ...withReport({}, report) };
  const reports = known.id === id ? withReport(known, report) : withoutReport(known, report);
  if (known.reported_at <= at)
    return { ...known, ...values, ...ownerOf(known, report), ...reports, updated_at: new Date() };
  const isOwnerNewer = report.saidBy !== 'device' && timeOf(known.person_at) < at.getTime();
  return isOwnerNewer ? { ...known, ...ownerOf(known, report), updated_at: new Date() } : known;
}

function newDevice(core_id: string, company_id: string, id: number) {
  const now = new Date();
  return { id, core_id, company_id, status: true, created_at: now, updated_at: now };
}

type Owner = Partial<Pick<Device, 'person_dni' | 'person_at' | 'said_dni' | 'last_of' | 'block'>>;

/** The owner of a device. A person without a dni means that the owner is unknown. */
export function ownerOf(known: Owner, { body, saidBy, at }: Pick<DeviceReport, 'body' | 'saidBy' | 'at'>): Owner {
  const { person_dni, person_at, said_dni, last_of, block } = known;
  if (!body.person) return { person_dni, person_at, said_dni, last_of, block };
  const { dni } = body.person;
  if (saidBy === 'device') return { person_dni, person_at, said_dni: dni, last_of, block };
  // The block was the previous owner's.
  const isPassedOn = dni !== undefined && person_dni !== undefined && dni !== person_dni;
  const freed = isPassedOn && block?.is ? { is: false, at } : block;
  return { person_dni: dni, person_at: at, said_dni: undefined, last_of: personOf(body), block: freed };
}

/** A report that must be published again: the device was stored under another id, or has another block. */
export function withoutReport(
  { reports = {} }: Pick<Device, 'reports'>,
  { app_id }: Pick<DeviceReport, 'app_id'>,
): Pick<Device, 'reports'> {
  return { reports: Object.fromEntries(Object.entries(reports).filter(([name]) => name !== app_id)) };
}

/** The device without the digest of an app's report, unless that is newer than a change; later reports are news. */
export function expectReport(device: Device, app_id: string, at: Date): Device {
  const last = device.reports?.[app_id];
  return last && last.at >= at ? device : { ...device, reports: { ...device.reports, [app_id]: { digest: none, at } } };
}

/** The digest of no report: it holds the time of a change against reports that are stored after it. */
const none = '-';

/** As many apps as a device is expected to have; the oldest reports of others are forgotten. */
const maxReports = 50;

function withReport(
  { reports = {} }: Pick<Device, 'reports'>,
  { app_id, digest, at }: DeviceReport,
): Pick<Device, 'reports'> {
  const changed = reports[app_id];
  if (changed && changed.at > at) return { reports };
  const others = Object.entries(reports).filter(([name]) => name !== app_id);
  const newest = others.sort(([, one], [, other]) => other.at.getTime() - one.at.getTime()).slice(0, maxReports - 1);
  return { reports: Object.fromEntries([...newest, [app_id, { digest, at }]]) };
}
