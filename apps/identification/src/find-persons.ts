import type { Caller } from '@herald/auth';
import { ownedBy, type Model } from '@herald/persistence';
import { toPerson, type Person } from './person.model';

/** The persons of the caller's companies with these normalised numbers; one known to two companies is two entries. */
export async function findPersons(Persons: Model<Person>, dnis: string[], caller: Caller) {
  const wanted = { dni: { $in: [...new Set(dnis)] }, ...ownedBy(caller) };
  const persons = await Persons.find(wanted).sort({ id: 1 }).lean<Person[]>();
  return persons.map(toPerson);
}
