import { normalDni, type DeviceRegistered } from '@herald/contracts';
import { bringsBack } from '@herald/subjects';
import type { IdentificationDeps } from '../deps';
import type { Device } from '../devices/device.model';
import { updateReported } from '../devices/update-reported';
import { mergePersonReport, newPerson, toPersonReport } from './person-report';
import type { Person } from './person.model';
import { savePerson } from './save-person';

/** Saves the person in a device's report. Idempotent; late and duplicate reports are harmless. */
export async function saveReportedPerson(
  message: DeviceRegistered,
  deps: IdentificationDeps,
): Promise<Person | undefined> {
  const { company_id } = message;
  const report = toPersonReport(message);
  const dni = normalDni(report.person.dni ?? '');
  const email = report.person.email?.trim().toLowerCase();
  const change = (person: Person) => mergePersonReport(person, report);
  const { core_id, at, isProven } = report;
  const isRefusedFor = async (name: string, known: Person | undefined) => {
    const why = await bringsBack({ company_id, core_id, person: { dni: name }, isProven, at }, deps);
    if (why !== 'hearsay') return why === 'late';
    // Words of another device about a person that is known again count as any report without proof.
    if (known) return false;
    await forgetName(message, name, deps);
    return true;
  };
  const save = { change, at };
  if (dni !== '') {
    const create = () => newPerson(report);
    return savePerson({ company_id, dni }, { ...save, create, isRefused: (known) => isRefusedFor(dni, known) }, deps);
  }
  if (email && !isProven) await changeByEmail({ company_id, email }, save, isRefusedFor, deps);
  return undefined;
}

/** A device that names a person by the e-mail alone: what is refused must be visible with that person. */
async function changeByEmail(
  { company_id, email }: { company_id: string; email: string },
  save: { change: (person: Person) => Person; at: Date },
  isRefusedFor: (dni: string, known: Person | undefined) => Promise<boolean>,
  deps: IdentificationDeps,
): Promise<void> {
  const wanted = { company_id, email, 'unproven.email': { $exists: false } };
  const found = await deps.Person.findOne(wanted, { dni: 1 }).lean();
  if (!found) return;
  const { dni } = found;
  await savePerson({ company_id, dni }, { ...save, isRefused: (known) => isRefusedFor(dni, known) }, deps);
}

/** The device stays; the request that stored it must not depend on whether the person was erased. */
async function forgetName(message: DeviceRegistered, dni: string, deps: IdentificationDeps): Promise<void> {
  const change = (device: Device) => (device.said_dni === dni ? { ...device, said_dni: undefined } : device);
  await updateReported(message, change, deps);
}
