import type { Caller } from '@herald/auth';
import { notFound } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import { withoutHidden } from '@herald/subjects';
import type { SapienDeps } from '../deps';
import type { Credential } from './credential.model';
import { ninForms } from './nin-forms';

/** Finds a credential that the caller may see, or throws the 404. */
export async function findCredential(uuid: string, caller: Caller, deps: SapienDeps): Promise<Credential> {
  const shown = await visibleCredentials(caller, deps);
  const credential = await deps.Credential.findOne({ uuid, ...shown }).lean();
  if (!credential) throw notFound();
  return credential;
}

/** The filter of the credentials of a caller's companies, without those of blocked persons. */
export async function visibleCredentials(caller: Caller, { hiddenFrom }: Pick<SapienDeps, 'hiddenFrom'>) {
  return { ...ownedBy(caller), ...withoutHidden(await hiddenFrom(caller), 'fields.nin', ninForms) };
}
