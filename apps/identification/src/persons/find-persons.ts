import type { Caller } from '@herald/auth';
import { ownedBy } from '@herald/persistence';
import { visibleTo } from '@herald/subjects';
import type { IdentificationDeps } from '../deps';
import { toPersonAnswer } from './person.model';

/** The filter of persons that a caller may see. */
export const shownTo = (caller: Caller) => ({
  ...ownedBy(caller),
  is_unreported: { $ne: true },
  ...visibleTo(caller),
});

/** The persons of the caller's companies with these normalized numbers; one known to two companies is two entries. */
export async function findPersons({ Person, claimRetentionMs }: IdentificationDeps, dnis: string[], caller: Caller) {
  const wanted = { dni: { $in: [...new Set(dnis)] }, ...shownTo(caller) };
  const found = await Person.find(wanted).sort({ id: 1 }).lean();
  const oldestClaim = new Date(Date.now() - claimRetentionMs);
  return found.map((person) => toPersonAnswer(person, oldestClaim));
}
