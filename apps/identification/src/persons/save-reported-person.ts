import { randomUUID } from 'node:crypto';
import { normalDni, type DeviceRegistered } from '@herald/contracts';
import { retryOnCollision } from '@herald/persistence';
import type { IdentificationDeps } from '../deps';
import { mergePersonReport, newPerson, toPersonReport, type PersonReport } from './person-report';
import { updatePerson } from './update-person';

type PersonDeps = Pick<IdentificationDeps, 'Person' | 'nextId'>;

/** Saves the person in a device's report. Idempotent; late and duplicate reports are harmless. */
export async function saveReportedPerson(message: DeviceRegistered, deps: PersonDeps): Promise<void> {
  const { company_id } = message;
  const report = toPersonReport(message);
  const dni = normalDni(report.person.dni ?? '');
  const email = report.person.email?.trim().toLowerCase();
  // Two concurrent first reports of a person collide; the second then finds the record of the first.
  if (dni !== '') await retryOnCollision(() => saveByDni({ company_id, dni }, report, deps));
  else if (email && !report.isProven) await saveByEmail({ company_id, email }, report, deps);
}

async function saveByDni(key: { company_id: string; dni: string }, report: PersonReport, deps: PersonDeps) {
  const { Person, nextId } = deps;
  if (await updatePerson(Person, key, (person) => mergePersonReport(person, report))) return;
  await Person.create({ ...key, ...newPerson(report), id: await nextId('person'), uuid: randomUUID() });
}

/** A device that names a person by the e-mail alone: what is refused must be visible with that person. */
async function saveByEmail(key: { company_id: string; email: string }, report: PersonReport, { Person }: PersonDeps) {
  const wanted = { ...key, 'unproven.email': { $exists: false } };
  await updatePerson(Person, wanted, (person) => mergePersonReport(person, report));
}
