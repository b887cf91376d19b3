import { invalid, notFound } from '@herald/http';
import type { Handles } from '@herald/subjects';
import type { IdentificationDeps } from '../deps';

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
  if (dni !== undefined) return (await isKnown(company_id, dni, deps)) ? ofPerson(dni) : undefined;
  if (email !== undefined) return findByEmail(company_id, email, deps);
  const device = await deps.Device.findOne({ core_id, company_id }, { person_dni: 1 }).lean();
  if (!device) return undefined;
  return { dnis: device.person_dni ? [device.person_dni] : [], emails: [], core_ids: [core_id!] };
}

async function isKnown(company_id: string, dni: string, { Device, Person }: Deps): Promise<boolean> {
  const [person, device] = await Promise.all([
    Person.findOne({ dni, company_id }, { _id: 1 }).lean(),
    Device.findOne({ person_dni: dni, company_id }, { _id: 1 }).lean(),
  ]);
  return person !== null || device !== null;
}

async function findByEmail(company_id: string, email: string, { Person }: Deps) {
  const proven = { email, company_id, 'unproven.email': { $exists: false } };
  const [person, another] = await Person.find(proven, { dni: 1 }).limit(2).lean();
  if (another) throw invalid({ errors: { 'subject.email': ['names several persons: name one by dni'] } });
  return person && { ...ofPerson(person.dni), emails: [email] };
}

const ofPerson = (dni: string): Handles => ({ dnis: [dni], emails: [], core_ids: [] });
