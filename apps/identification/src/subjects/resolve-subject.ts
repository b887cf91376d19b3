import { invalid, notFound } from '@herald/http';
import type { Handles } from '@herald/subjects';
import type { IdentificationDeps } from '../deps';

const maxDevices = 1_000;

export type NamedSubject = { dni?: string; email?: string; core_id?: string };
type Found = Handles & { /** The same text for the same person. */ key: string };
type Deps = Pick<IdentificationDeps, 'Device' | 'Person'>;

/**
 * Finds the person in a company, or throws. Only what an operator or a proof said counts: a device without proof could
 * name any person.
 */
export async function resolveSubject(company_id: string, named: NamedSubject, deps: Deps): Promise<Found> {
  const found = await findSubject(company_id, named, deps);
  if (!found) throw notFound({ errors: 'The company knows no such person' });
  const { dnis, emails, core_ids } = found;
  return { dnis, emails, core_ids, key: dnis[0] ? `dni ${dnis[0]}` : `core_id ${core_ids[0]}` };
}

async function findSubject(company_id: string, { dni, email, core_id }: NamedSubject, deps: Deps) {
  if (dni !== undefined) return findByDni(company_id, dni, deps);
  if (email !== undefined) return findByEmail(company_id, email, deps);
  const device = await deps.Device.findOne({ core_id, company_id }, { person_dni: 1 }).lean();
  if (!device) return undefined;
  if (device.person_dni !== undefined) return findByDni(company_id, device.person_dni, deps);
  return { dnis: [], emails: [], core_ids: [core_id!] };
}

/** With what this service knows of the person already: each round of all services that finds more costs time. */
async function findByDni(company_id: string, dni: string, { Device, Person }: Deps): Promise<Handles | undefined> {
  const [person, devices] = await Promise.all([
    Person.findOne({ dni, company_id }, { email: 1, unproven: 1 }).lean(),
    Device.find({ person_dni: dni, company_id }, { core_id: 1 }).limit(maxDevices).lean(),
  ]);
  if (!person && devices.length === 0) return undefined;
  const emails = person?.email && !person.unproven?.email ? [person.email] : [];
  return { dnis: [dni], emails, core_ids: devices.map((device) => device.core_id) };
}

async function findByEmail(company_id: string, email: string, deps: Deps) {
  const proven = { email, company_id, 'unproven.email': { $exists: false } };
  const [person, another] = await deps.Person.find(proven, { dni: 1 }).limit(2).lean();
  if (another) throw invalid({ errors: { 'subject.email': ['names several persons: name one by dni'] } });
  return person && findByDni(company_id, person.dni, deps);
}
