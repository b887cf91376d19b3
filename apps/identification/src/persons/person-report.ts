import { mergeNewer, type DeviceRegistered, type Provenance } from '@herald/contracts';
import { addClaim } from '../claims/add-claim';
import { provenanceOf, type Person, type PersonBody } from './person.model';

/** The person in the report of a device. */
type PersonReport = {
  core_id: string;
  person: NonNullable<DeviceRegistered['person']>;
  at: Date;
  /** An operator reported it, or a device whose token proves the dni. */
  isProven: boolean;
  /** An operator or a proof already named this device as the person's. */
  isConfirmed: boolean;
};

export function toPersonReport(message: DeviceRegistered): PersonReport {
  const { core_id, person = {}, said_by = 'device', is_confirmed: isConfirmed = false, reported_at } = message;
  return { core_id, person, at: new Date(reported_at), isProven: said_by !== 'device', isConfirmed };
}

/** A new person. An unproven report counts, and its device is the person's until an operator names another. */
export function newPerson(report: PersonReport): PersonBody {
  const { core_id, at, isProven } = report;
  const blank = { name: '', lastname: '', email: '', phone: '' };
  const { known, said, unproven } = mergeFields(blank, { said: {} }, report);
  const base = { status: true, apple_users_id: [], reported_at: at };
  return { ...base, ...known, said, unproven, ...(isProven ? {} : { first_device: { core_id, at } }) };
}

/** Merges a report into a person; returns the same person for no change. */
export function mergePersonReport(person: Person, report: PersonReport): Person {
  const merged = mergeFields(person, provenanceOf(person), report);
  const first_device = firstDevice(person, report);
  const claims = claimsOf({ ...person, first_device }, report, merged.refused);
  const reported = {
    ...person,
    ...(merged.taken.length > 0 ? takenFields(person, merged, report) : {}),
    first_device,
    claims,
    is_unreported: undefined,
  };
  const names = ['said', 'first_device', 'claims', 'is_unreported'] as const;
  return names.every((name) => reported[name] === person[name]) ? person : reported;
}

type MergedFields = ReturnType<typeof mergeFields>;

function takenFields({ reported_at }: Person, { known, said, unproven }: MergedFields, { at }: PersonReport) {
  const { name, lastname, email, phone } = known;
  return { name, lastname, email, phone, said, unproven, reported_at: at > reported_at ? at : reported_at };
}

/** The claims with those of the report: the values that were refused, and a device that is not the person's. */
function claimsOf({ claims = [], first_device }: Person, report: PersonReport, refused: string[]) {
  const { core_id, at, person, isProven, isConfirmed } = report;
  const isOwn = isProven || isConfirmed || first_device?.core_id === core_id;
  const values = refused.map((field) => [field, String(person[field as keyof typeof person])]);
  const fields = Object.fromEntries([...(isOwn ? [] : [['device', core_id]]), ...values]) as Record<string, string>;
  const all = Object.keys(fields).length > 0 ? addClaim(claims, { core_id, at, fields }) : claims;
  return all.length > 0 ? all : undefined;
}

type Fields = Pick<Person, 'name' | 'lastname' | 'email' | 'phone'>;

function mergeFields(known: Fields, source: Provenance, report: PersonReport) {
  const { name, lastname, email, phone } = report.person;
  const device = report.isProven ? undefined : report.core_id;
  const fields = { name, lastname, email, phone };
  return mergeNewer<Fields>(known, source, { fields, at: report.at, device, winsTies: true });
}

/** The device by whose report the person became known, if no other source knew the person before. */
function firstDevice({ first_device }: Person, { core_id, person, at, isProven }: PersonReport) {
  if (!first_device || person.dni === undefined) return first_device;
  const ms = at.getTime() - first_device.at.getTime();
  if (isProven) return ms < 0 ? undefined : first_device;
  const isEarlier = ms < 0 || (ms === 0 && core_id < first_device.core_id);
  return isEarlier ? { core_id, at } : first_device;
}
