import { randomUUID } from 'node:crypto';
import { identityUpdated, mergeNewer, normalDni, type DeviceRegistered, type SaidBy } from '@herald/contracts';
import { duplicateKeys } from '@herald/persistence';
import { withApp } from './app-entry';
import type { IndexDeps } from './deps';
import { asIdentityUpdated } from './identity-updated';
import { blankIdentity, type Identity } from './identity.model';
import { normalName } from './names';
import { releaseUnproven } from './release-unproven';
import { revise } from './revise';
import { isAsOld, timesWith } from './times';

type Reported = Partial<Pick<Identity, 'dni' | 'email' | 'name' | 'last_name' | 'phone_number' | 'core_id'>>;
type PersonReport = {
  company_id: string;
  core_id: string;
  person: Reported;
  saidBy: SaidBy;
  app: DeviceRegistered['app'];
  at: Date;
};
type Identities = IndexDeps['Identity'];

const maxTries = 10;

/** Keeps the identity of the person who uses a device; one with neither dni nor e-mail cannot be told from others. */
export async function savePerson(message: DeviceRegistered, { Identity, emit }: IndexDeps): Promise<void> {
  let report = reportOf(message);
  for (let attempt = 1; report.person.dni ?? report.person.email; attempt++) {
    try {
      const saved = await save(report, Identity);
      if (saved) await emit(identityUpdated, asIdentityUpdated(saved));
      return;
    } catch (error) {
      const keys = duplicateKeys(error);
      if (!keys || attempt === maxTries) throw error;
      // A dni that was inserted in between is found at the next attempt.
      if (keys.includes('email') && report.person.dni) report = await withFreeEmail(report, Identity);
    }
  }
}

function reportOf({ company_id, core_id, person = {}, said_by = 'device', app, reported_at }: DeviceRegistered) {
  const { dni = '', email = '', name, lastname, phone } = person;
  const reported: Reported = {
    dni: normalDni(dni) || undefined,
    email: email.trim().toLowerCase() || undefined,
    name: name && normalName(name),
    last_name: lastname && normalName(lastname),
    phone_number: phone,
    core_id,
  };
  return { company_id, core_id, person: reported, saidBy: said_by, app, at: new Date(reported_at) };
}

/** An e-mail that another identity holds is left out, unless only a device's unproven word put it there. */
async function withFreeEmail(report: PersonReport, Identity: Identities): Promise<PersonReport> {
  const { company_id, person, saidBy } = report;
  const { email } = person;
  const isReleased = saidBy !== 'device' && (await releaseUnproven(Identity, company_id, { email }));
  return isReleased ? report : { ...report, person: { ...person, email: undefined } };
}

/** Returns the identity when other services have to learn of it. */
async function save(report: PersonReport, Identity: Identities): Promise<Identity | undefined> {
  const known = await findPerson(report, Identity);
  if (!known) {
    const fresh = withPerson(blankIdentity(randomUUID(), report.company_id, report.at), report);
    await Identity.create(fresh);
    return fresh;
  }
  const revised = await revise(Identity, { uuid: known.uuid }, (one) => withPerson(one, withoutJoining(one, report)));
  if (!revised) return undefined;
  return revised.after !== revised.before || isContradicted(report, revised.after) ? revised.after : undefined;
}

/** A device without proof does not become the device of a known person who has none. */
function withoutJoining(identity: Identity, report: PersonReport): PersonReport {
  if (report.saidBy !== 'device' || identity.core_id !== '') return report;
  return { ...report, person: { ...report.person, core_id: undefined } };
}

/** The device speaks of an identity that is not its own: copies that heard the device first must hear the identity. */
function isContradicted({ saidBy, core_id }: PersonReport, { unproven }: Identity): boolean {
  return saidBy === 'device' && unproven?.core_id?.core_id !== core_id;
}

/**
 * The identity with the dni; else the one with the e-mail, unless that is another person's. A device's token proves no
 * e-mail: a device that names a dni joins an identity by its e-mail only when it said that e-mail itself.
 */
async function findPerson({ company_id, core_id, person, saidBy }: PersonReport, Identity: Identities) {
  const { dni, email } = person;
  const byDni = dni === undefined ? null : await Identity.findOne({ company_id, dni }).lean<Identity>();
  if (byDni || email === undefined) return byDni;
  const byEmail = await Identity.findOne({ company_id, email }).lean<Identity>();
  if (!byEmail || dni === undefined) return byEmail;
  const mayJoin = saidBy === 'operator' || byEmail.unproven?.email?.core_id === core_id;
  return byEmail.dni === undefined && mayJoin ? byEmail : null;
}

function withPerson(identity: Identity, { person, core_id, saidBy, app, at }: PersonReport): Identity {
  const device = saidBy === 'device' ? core_id : undefined;
  const merged = mergeNewer<Reported>(identity, identity, { fields: person, at, device });
  const { dni = '', email = '' } = merged.known;
  const record = { apps: identity.apps, said: merged.said, unproven: merged.unproven };
  const { app_id, version, tags } = app;
  const withApps = withApp(record, { app_id, version, tags, at, device }, (one) => ({
    ...one,
    person: { dni, email },
  }));
  const hasNews = merged.taken.length > 0 || withApps !== record;
  const times = timesWith(identity, at);
  if (!hasNews && (device !== undefined || isAsOld(identity, times))) return identity;
  return { ...identity, ...merged.known, ...withApps, ...times };
}
