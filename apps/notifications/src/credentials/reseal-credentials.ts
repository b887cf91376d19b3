import type { Model } from '@herald/persistence';
import type { Credential } from './credential.model';
import { CannotOpen, type Seal } from './seal';

type Resealed = { resealed: number; current: number; changed: number; unopenable: string[] };

/**
 * Seals all stored credentials with the first key. It may be interrupted and repeated. Credentials that change
 * meanwhile are left as they are and counted as `changed`.
 */
export async function resealCredentials(Credentials: Model<Credential>, seal: Seal): Promise<Resealed> {
  const counts: Resealed = { resealed: 0, current: 0, changed: 0, unopenable: [] };
  for await (const { _id, sealed } of Credentials.find().lean().batchSize(1_000).cursor()) {
    try {
      const resealed = seal.reseal(sealed, _id);
      if (resealed === undefined) {
        counts.current++;
        continue;
      }
      const { modifiedCount } = await Credentials.updateOne({ _id, sealed }, { $set: { sealed: resealed } });
      counts[modifiedCount === 1 ? 'resealed' : 'changed']++;
    } catch (error) {
      if (!(error instanceof CannotOpen)) throw error;
      counts.unopenable.push(_id);
    }
  }
  return counts;
}
