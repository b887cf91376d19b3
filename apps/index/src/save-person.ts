import { randomUUID } from 'node:crypto';
import { identityUpdated, normalDni, type DeviceRegistered } from '@herald/envelopes';
import { duplicateKeys } from '@herald/persistence';
import { withApp } from './app-entry';
import type { IndexDeps } from './deps';
import { asIdentityUpdated } from './identity-updated';
import { blankIdentity, type Identity } from './identity.model';
import { normalName } from './names';
import { revise } from './revise';
import { earlier, later, takeNewer } from './said';

type Reported = Partial<Pick<Identity, 'dni' | 'email' | 'name' | 'last_name' | 'phone_number' | 'core_id'>>;
type PersonReport = { company_id: string; person: Reported; app: DeviceRegistered['app']; at: Date };

const mostTries = 10;

/** Keeps the identity of the person who uses a device; one with neither dni nor e-mail cannot be told from others. */
export async function savePerson(report: DeviceRegistered, { Identity, emit }: IndexDeps): Promise<void> {
  const { company_id, app, reported_at } = report;
  let person = reportedPerson(report);
  for (let attempt = 1; person.dni ?? person.email; attempt++) {
    try {
      const saved = await save({ company_id, person, app, at: new Date(reported_at) }, Identity);
      if (saved) await emit(identityUpdated, asIdentityUpdated(saved));
      return;
    } catch (error) {
      const keys = duplicateKeys(error);
      if (!keys || attempt === mostTries) throw error;
      // An e-mail that another identity holds is left out; a dni that came in between is found at the next try.
      if (keys.includes('email') && person.dni) person = { ...person, email: undefined };
    }
  }
}

function reportedPerson({ person = {}, core_id }: DeviceRegistered): Reported {
  const { dni = '', email = '', name, lastname, phone } = person;
  return {
    dni: normalDni(dni) || undefined,
    email: email.trim().toLowerCase() || undefined,
    name: name && normalName(name),
    last_name: lastname && normalName(lastname),
    phone_number: phone,
    core_id,
  };
}

/** Gives the identity where something of the person changed. */
async function save(report: PersonReport, Identity: IndexDeps['Identity']): Promise<Identity | undefined> {
  const known = await findPerson(report, Identity);
  if (!known) {
    const fresh = withPerson(blankIdentity(randomUUID(), report.company_id, report.at), report);
    await Identity.create(fresh);
    return fresh;
  }
  const revised = await revise(Identity, { uuid: known.uuid }, (identity) => withPerson(identity, report));
  return revised && revised.after !== revised.before ? revised.after : undefined;
}

/** Whoever holds the dni; else whoever holds the e-mail, unless that is known to be somebody else. */
async function findPerson({ company_id, person }: PersonReport, Identity: IndexDeps['Identity']) {
  const { dni, email } = person;
  const byDni = dni === undefined ? null : await Identity.findOne({ company_id, dni }).lean<Identity>();
  if (byDni || email === undefined) return byDni;
  const byEmail = await Identity.findOne({ company_id, email }).lean<Identity>();
  return byEmail && dni !== undefined && byEmail.dni !== undefined ? null : byEmail;
}

function withPerson(identity: Identity, { person, app, at }: PersonReport): Identity {
  const { known, said } = takeNewer<Reported>(identity, identity.said, { news: person, at });
  const { dni = '', email = '' } = known;
  const withApps = withApp(identity.apps, said, { ...app, at }, (entry) => ({ ...entry, person: { dni, email } }));
  const created_at = earlier(identity.created_at, at);
  const updated_at = later(identity.updated_at, at);
  const asItWas = withApps.said === identity.said && withApps.apps === identity.apps;
  if (asItWas && created_at === identity.created_at && updated_at === identity.updated_at) return identity;
  return { ...identity, ...known, ...withApps, created_at, updated_at };
}
