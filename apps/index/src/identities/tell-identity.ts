import { identityUpdated } from '@herald/contracts';
import type { IndexDeps } from '../deps';
import type { Identity } from './identity.model';
import { toIdentityUpdated } from './to-identity-updated';

/**
 * Publishes an identity, and then removes its mark. The mark is stored with the change: a later delivery or request, or
 * the job, publishes what a process that ended did not.
 */
export async function tellIdentity(
  told: Identity,
  { emit, updateIdentity }: Pick<IndexDeps, 'emit' | 'updateIdentity'>,
): Promise<void> {
  await emit(identityUpdated, toIdentityUpdated(told));
  if (!told.is_untold) return;
  await updateIdentity({ uuid: told.uuid }, (identity) => {
    if (!identity?.is_untold || identity.dni !== told.dni) return identity;
    const { is_untold: _mark, ...rest } = identity;
    return rest;
  });
}
