import { mergeNewer, normalDni, type DeviceRegistered, type SaidBy } from '@herald/contracts';
import { mergeApp } from '../apps/merge-app';
import { hasSameTimes, mergeTimes } from '../record-times';
import type { Identity } from './identity.model';
import { normalizeName } from './normalize-name';

type Reported = Partial<Pick<Identity, 'dni' | 'email' | 'name' | 'last_name' | 'phone_number' | 'core_id'>>;

/** The person in the report of a device. */
export type IdentityReport = {
  company_id: string;
  core_id: string;
  person: Reported;
  saidBy: SaidBy;
  app: DeviceRegistered['app'];
  at: Date;
};

export function toIdentityReport(message: DeviceRegistered): IdentityReport {
  const { company_id, core_id, person = {}, said_by: saidBy = 'device', app, reported_at } = message;
  const { dni = '', email = '', name, lastname, phone } = person;
  const reported: Reported = {
    dni: normalDni(dni) || undefined,
    email: email.trim().toLowerCase() || undefined,
    name: name && normalizeName(name),
    last_name: lastname && normalizeName(lastname),
    phone_number: phone,
    core_id,
  };
  return { company_id, core_id, person: reported, saidBy, app, at: new Date(reported_at) };
}

/** Merges a report into an identity; returns the same identity for no change. */
export function mergeIdentityReport(identity: Identity, report: IdentityReport): Identity {
  const { person, core_id, saidBy, app, at } = report;
  const device = saidBy === 'device' ? core_id : undefined;
  const merged = mergeNewer<Reported>(identity, identity, { fields: person, at, device });
  const { dni = '', email = '' } = merged.known;
  const record = { apps: identity.apps, said: merged.said, unproven: merged.unproven };
  const { app_id, version, tags } = app;
  const withApp = mergeApp(record, { app_id, version, tags, at, device }, (entry) => ({
    ...entry,
    person: { dni, email },
  }));
  const hasNews = merged.taken.length > 0 || withApp !== record;
  const times = mergeTimes(identity, at);
  if (!hasNews && (device !== undefined || hasSameTimes(identity, times))) return identity;
  return { ...identity, ...merged.known, ...withApp, ...times };
}
