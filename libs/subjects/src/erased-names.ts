import { normalDni, type ErasedNames } from '@herald/contracts';
import type { Connection } from '@herald/persistence';
import { handleValues, type Subject } from './subject';
import { idOf, tombstones } from './tombstones';

type Hash = (value: string) => string;

/** Beyond this the oldest are left out: messages are younger than them. */
const maxTombstones = 200_000;

/** The names of one person, during the erasure. */
export function namesOfSubject(subject: Subject, hash: Hash): ErasedNames {
  const names = new Set(handleValues(subject));
  return {
    hash,
    isErased: (name, company_id = subject.company_id) =>
      name !== undefined && company_id === subject.company_id && names.has(name),
  };
}

/**
 * Reads the tombstones of a service once. Gives the names that were erased after a message was written: a name
 * that is registered after the erasure is a new person's. Without a time, all of them.
 */
export async function readErasedNames(database: Connection, hash: Hash): Promise<(writtenAt?: Date) => ErasedNames> {
  const newest = tombstones.model(database).find().sort({ expires_at: -1 }).limit(maxTombstones).lean();
  const erasedAt = new Map<string, Date>();
  const companies = new Set<string>();
  for (const { _id, company_id, erased_at } of await newest) {
    erasedAt.set(_id, erased_at);
    companies.add(company_id);
  }
  const timesOf = (name: string, company_id: string) =>
    [{ dni: normalDni(name) }, { email: name.toLowerCase() }, { core_id: name }].flatMap(
      (one) => erasedAt.get(idOf(company_id, one, hash)) ?? [],
    );
  return (writtenAt = new Date(0)) => ({
    hash,
    isErased(name, company_id) {
      if (name === undefined) return false;
      const inCompanies = company_id === undefined ? [...companies] : [company_id].filter((one) => companies.has(one));
      return inCompanies.some((one) => timesOf(name, one).some((at) => writtenAt <= at));
    },
  });
}
