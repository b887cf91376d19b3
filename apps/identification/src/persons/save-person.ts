import { randomUUID } from 'node:crypto';
import { mayBeErased } from '@herald/subjects';
import type { IdentificationDeps } from '../deps';
import type { Person, PersonBody } from './person.model';

type PersonDeps = Pick<IdentificationDeps, 'findPerson' | 'updatePerson' | 'nextPersonId'>;
type Save = {
  /** When it was told. */
  at: Date;
  /** True: it would bring an erased person back. Asked only where the person may be one. */
  isRefused: (known: Person | undefined) => Promise<boolean>;
  /** The same person for no change. */
  change(person: Person): Person;
  /** Undefined: an unknown person stays unknown. */
  create?: () => PersonBody;
};

/** Changes the person of a dni in a company, or creates one; returns the person, if there is one. */
export async function savePerson(
  key: { company_id: string; dni: string },
  { at, isRefused, change, create }: Save,
  { findPerson, updatePerson, nextPersonId }: PersonDeps,
): Promise<Person | undefined> {
  const known = await findPerson(key);
  if (!known && !create) return undefined;
  if (mayBeErased(known, at) && (await isRefused(known))) return undefined;
  const ids = known || !create ? undefined : { id: await nextPersonId(), uuid: randomUUID() };
  const changeOrCreate = (person: Person | undefined): Person | undefined => {
    const now = new Date();
    if (person) return updatedAt(now, person, change(person));
    return ids && { ...key, ...ids, ...create!(), created_at: now, updated_at: now };
  };
  return (await updatePerson(key, changeOrCreate, { record: known })).after;
}

/** A claim changes nothing of the person. */
function updatedAt(now: Date, before: Person, after: Person): Person {
  const names = Object.keys(after) as (keyof Person)[];
  const hasChanged = names.some((name) => name !== 'claims' && after[name] !== before[name]);
  return hasChanged ? { ...after, updated_at: now } : after;
}
