import type { Person as Reported } from '@herald/envelopes';
import type { Model } from '@herald/persistence';
import type { Person } from './person.model';

type Whom = Pick<Person, 'company_id' | 'dni'>;

/** Brings a known person up to date, unless something newer is known already. False: nobody knows the person. */
export async function sayOf(Persons: Model<Person>, whom: Whom, said: Reported, at: Date): Promise<boolean> {
  const { name, lastname, email, phone } = said;
  const named = Object.entries({ name, lastname, email, phone }).filter(([, value]) => value !== undefined);
  const $set = { ...Object.fromEntries(named), reported_at: at };
  const { matchedCount } = await Persons.updateOne({ ...whom, reported_at: { $lt: at } }, { $set });
  return matchedCount > 0 || (await Persons.exists(whom)) !== null;
}
