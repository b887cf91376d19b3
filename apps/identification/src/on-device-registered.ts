import { randomUUID } from 'node:crypto';
import { deviceRegistered, normalDni } from '@herald/contracts';
import { consumer } from '@herald/messaging';
import { retryOnCollision } from '@herald/persistence';
import type { IdentificationDeps } from './deps';
import { newPerson, personReport, withReport, type PersonReport } from './person-report';
import { updatePerson } from './update-person';

export const onDeviceRegistered = consumer({
  name: 'on-device-registered',
  on: deviceRegistered,
  async handle(message, deps: IdentificationDeps) {
    const { company_id } = message;
    const report = personReport(message);
    const dni = normalDni(report.person.dni ?? '');
    const email = report.person.email?.trim().toLowerCase();
    if (dni !== '') await retryOnCollision(() => savePerson({ company_id, dni }, report, deps));
    else if (email && !report.isProven) await saveByEmail({ company_id, email }, report, deps);
  },
});

type PersonKey = { company_id: string; dni: string };

/** Two first reports of a person at the same moment collide; the second then finds the record of the first. */
async function savePerson(key: PersonKey, report: PersonReport, { Person, nextId }: IdentificationDeps): Promise<void> {
  if (await updatePerson(Person, key, (person) => withReport(person, report))) return;
  await Person.create({ ...key, ...newPerson(report), id: await nextId('person'), uuid: randomUUID() });
}

/** A device that names a person by the e-mail alone: what is refused has to be seen with that person. */
async function saveByEmail(key: { company_id: string; email: string }, report: PersonReport, deps: IdentificationDeps) {
  const wanted = { ...key, 'unproven.email': { $exists: false } };
  await updatePerson(deps.Person, wanted, (person) => withReport(person, report));
}
