import { randomUUID } from 'node:crypto';
import type { DeviceRegistered } from '@herald/contracts';
import { duplicateKeys } from '@herald/persistence';
import { bringsBack, mayBeErased } from '@herald/subjects';
import type { IndexDeps } from '../deps';
import { findIdentityOf, findReported } from './find-reported';
import { mergeIdentityReport, toIdentityReport, type IdentityReport } from './identity-report';
import { blankIdentity, type Identity as StoredIdentity } from './identity.model';
import { releaseUnproven } from './release-unproven';
import { tellIdentity } from './tell-identity';

type Identities = Pick<IndexDeps, 'Identity' | 'findIdentity' | 'updateIdentity' | 'erasedAt'>;

const maxTries = 10;

/**
 * Saves the identity of the person in a device's report. A person without dni and e-mail has none. `finding` is what
 * `findReported` finds, where a caller has looked already.
 */
export async function saveReportedIdentity(
  message: DeviceRegistered,
  deps: IndexDeps,
  finding = findReported(message, deps),
): Promise<void> {
  let report = toIdentityReport(message);
  for (let attempt = 1; report.person.dni ?? report.person.email; attempt++) {
    try {
      const known = await (attempt === 1 ? finding : findIdentityOf(report, deps));
      const news = await save(report, known, deps);
      if (news) await tellIdentity(news, deps);
      return;
    } catch (error) {
      const keys = duplicateKeys(error);
      if (!keys || attempt === maxTries) throw error;
      // A dni that was inserted in between is found at the next attempt.
      if (keys.includes('email') && report.person.dni) report = await withFreeEmail(report, deps);
    }
  }
}

/** An e-mail that another identity holds is left out, unless only an unproven report put it there. */
async function withFreeEmail(report: IdentityReport, deps: Identities): Promise<IdentityReport> {
  const { company_id, person, saidBy } = report;
  const { email } = person;
  const isReleased = saidBy !== 'device' && (await releaseUnproven(deps, company_id, { email }));
  return isReleased ? report : { ...report, person: { ...person, email: undefined } };
}

/** Returns the identity when it tells other services more than the report did. */
async function save(
  report: IdentityReport,
  known: StoredIdentity | undefined,
  deps: Identities,
): Promise<StoredIdentity | undefined> {
  if (mayBeErased(known, report.at) && (await isRefused(report, known, deps))) return undefined;
  if (!known) {
    const uuid = randomUUID();
    const created = mergeIdentityReport(blankIdentity(uuid, report.company_id, report.at), report);
    await deps.updateIdentity({ uuid }, () => created, { record: undefined });
    return undefined;
  }
  const { before, after } = await deps.updateIdentity(
    { uuid: known.uuid },
    (identity) => identity && joined(identity, mergeIdentityReport(identity, withoutJoining(identity, report))),
    { record: known },
  );
  if (!before || !after) return undefined;
  return after.is_untold || isContradicted(report, after) ? after : undefined;
}

/** Services know a person by the dni: they lack what the identity held before it got one. */
const joined = (before: StoredIdentity, after: StoredIdentity): StoredIdentity =>
  before.dni === after.dni ? after : { ...after, is_untold: true };

/** Words of another device about a person that is known again count as any report without proof. */
async function isRefused(
  { company_id, core_id, person: { dni, email }, saidBy, at }: IdentityReport,
  known: StoredIdentity | undefined,
  deps: Identities,
): Promise<boolean> {
  const person = dni === undefined ? { email: email! } : { dni };
  const why = await bringsBack({ company_id, core_id, person, isProven: saidBy !== 'device', at }, deps);
  return why === 'late' || (why === 'hearsay' && !known);
}

/** A device without proof does not become the device of a known person without one. */
function withoutJoining(identity: StoredIdentity, report: IdentityReport): IdentityReport {
  if (report.saidBy !== 'device' || identity.core_id !== '') return report;
  return { ...report, person: { ...report.person, core_id: undefined } };
}

/** The device reports an identity that is not its own: copies that received the report first need the identity. */
function isContradicted({ saidBy, core_id }: IdentityReport, { unproven }: StoredIdentity): boolean {
  return saidBy === 'device' && unproven?.core_id?.core_id !== core_id;
}
