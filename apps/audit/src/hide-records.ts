import { groupBy } from '@herald/concurrency';
import type { Model } from '@herald/persistence';
import type { HiddenName } from '@herald/subjects';
import { differenceOf } from './bits';
import { keysOfNames } from './hide-person';
import { among, intersect, ofKeys, union, type Blocks } from './matching-blocks';
import { digestOf, type Posting } from './posting.model';
import { companyKey } from './search-condition';

/** Takes the records of blocked persons out of matches. They are looked up once for a search: such persons are few. */
export async function hideRecords(
  hidden: HiddenName[] = [],
  Posting: Model<Posting>,
): Promise<(matches: Blocks) => Blocks> {
  const byCompany = [...groupBy(hidden, ({ company_id }) => company_id)];
  const left = union(await Promise.all(byCompany.map((ofCompany) => recordsOf(ofCompany, Posting))));
  if (left.size === 0) return (matches) => matches;
  return (matches) =>
    new Map(
      [...matches].map(([block, bits]) => [block, left.has(block) ? differenceOf(bits, left.get(block)!) : bits]),
    );
}

async function recordsOf([company_id, hidden]: [string, HiddenName[]], Posting: Model<Posting>): Promise<Blocks> {
  const keys = keysOfNames(hidden.map(({ name }) => name));
  const named = await ofKeys(keys.map(digestOf), Posting);
  return intersect([named, await among(digestOf(companyKey(company_id)), [...named.keys()], Posting)]);
}
