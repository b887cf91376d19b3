import type { Caller } from '@herald/auth';
import { ownedBy } from '@herald/persistence';
import type { IdentificationDeps } from './deps';
import { toPerson, type Person as Stored } from './person.model';

/** The persons of the caller's companies with these normalised numbers; one known to two companies is two entries. */
export async function findPersons({ Person, claimsMs }: IdentificationDeps, dnis: string[], caller: Caller) {
  const wanted = { dni: { $in: [...new Set(dnis)] }, ...ownedBy(caller), is_unreported: { $ne: true } };
  const persons = await Person.find(wanted).sort({ id: 1 }).lean<Stored[]>();
  const oldestClaim = new Date(Date.now() - claimsMs);
  return persons.map((person) => toPerson(person, oldestClaim));
}
