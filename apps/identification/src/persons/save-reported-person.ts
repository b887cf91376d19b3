import { normalDni, type DeviceRegistered } from '@herald/contracts';
import type { IdentificationDeps } from '../deps';
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
  if (dni !== '') return savePerson({ company_id, dni }, { change, create: () => newPerson(report) }, deps);
  if (email && !report.isProven) await changeByEmail({ company_id, email }, change, deps);
  return undefined;
}

/** A device that names a person by the e-mail alone: what is refused must be visible with that person. */
async function changeByEmail(
  { company_id, email }: { company_id: string; email: string },
  change: (person: Person) => Person,
  deps: IdentificationDeps,
): Promise<void> {
  const wanted = { company_id, email, 'unproven.email': { $exists: false } };
  const found = await deps.Person.findOne(wanted, { dni: 1 }).lean();
  if (found) await savePerson({ company_id, dni: found.dni }, { change }, deps);
}
