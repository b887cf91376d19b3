import type { DeviceRegistered } from '@herald/contracts';
import type { IndexDeps } from '../deps';
import { toIdentityReport, type IdentityReport } from './identity-report';
import type { Identity } from './identity.model';

/** What is known of the person in a device's report. */
export const findReported = (message: DeviceRegistered, deps: Pick<IndexDeps, 'findIdentity'>) =>
  findIdentityOf(toIdentityReport(message), deps);

/**
 * The identity with the dni; else the one with the e-mail, unless it is another person's. A device's token proves no
 * e-mail: a device that names a dni joins an identity by its e-mail only when it reported that e-mail itself.
 */
export async function findIdentityOf(
  { company_id, core_id, person, saidBy }: IdentityReport,
  { findIdentity }: Pick<IndexDeps, 'findIdentity'>,
): Promise<Identity | undefined> {
  const { dni, email } = person;
  const [byDni, byEmail] = await Promise.all([
    dni === undefined ? undefined : findIdentity({ company_id, dni }),
    email === undefined ? undefined : findIdentity({ company_id, email }),
  ]);
  if (byDni || !byEmail || dni === undefined) return byDni ?? byEmail;
  const mayJoin = saidBy === 'operator' || byEmail.unproven?.email?.core_id === core_id;
  return byEmail.dni === undefined && mayJoin ? byEmail : undefined;
}
