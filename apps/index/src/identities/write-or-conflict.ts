import { conflict } from '@herald/http';
import { duplicateKeys } from '@herald/persistence';
import type { IndexDeps } from '../deps';
import type { IdentityRequest } from './identity-request.schema';
import type { IdentityKey } from './identity.model';
import { releaseUnproven } from './release-unproven';

const maxTries = 5;

/**
 * Writes an identity for an operator. The unique indexes decide about a dni or an e-mail that another identity holds:
 * an unproven one is released and the write retried, else the answer is 409.
 */
export async function writeOrConflict<T>(
  { company_uid, dni, email }: IdentityRequest,
  deps: Pick<IndexDeps, 'Identity' | 'updateIdentity'>,
  write: () => Promise<T>,
): Promise<T> {
  const wanted = { dni, email };
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      const taken = takenKey(error);
      if (!taken) throw error;
      const isReleased = await releaseUnproven(deps, company_uid, { [taken]: wanted[taken] });
      if (isReleased && attempt < maxTries) continue;
      throw conflict({ errors: { [taken]: ['belongs to another identity of the company'] } });
    }
  }
}

/** The key of another identity that a write collided with; undefined for any other error. */
export const takenKey = (error: unknown): IdentityKey | undefined =>
  duplicateKeys(error)?.find((key) => key === 'dni' || key === 'email');
