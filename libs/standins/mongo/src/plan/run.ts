import type { Raw } from '../bson/value';
import { compareText } from '../compare';
import { matches } from '../match/matches';
import { sortKey } from '../sort';
import type { Collection } from '../store/collection';
import type { Plan } from './plan';
import type { Query } from './query';

export type Found = { record: number; raw: Raw };
export type Tally = { examined: number };

/** The documents a query finds, one by one; each record is looked up and tested when its turn comes. */
export function* runPlan(collection: Collection, query: Query, plan: Plan, tally: Tally): Generator<Found> {
  const found = fitting(collection, query, plan, tally);
  const ordered = query.sort.length === 0 || plan.sorted ? found : sorted(found, query);
  let left = query.limit === 0 ? Infinity : query.limit;
  let toSkip = query.skip;
  if (left <= 0) return;
  for (const one of ordered) {
    if (toSkip > 0) {
      toSkip -= 1;
      continue;
    }
    yield one;
    left -= 1;
    if (left === 0) return;
  }
}

function* fitting(collection: Collection, query: Query, plan: Plan, tally: Tally): Generator<Found> {
  for (const record of plan.records()) {
    const raw = collection.records.get(record);
    if (!raw) continue;
    tally.examined += 1;
    if (plan.covered || matches(query.filter, raw)) yield { record, raw };
  }
}

function sorted(found: Iterable<Found>, { sort, skip, limit }: Query): Found[] {
  const most = limit === 0 ? Infinity : skip + limit;
  let keyed: { key: string; one: Found }[] = [];
  const tidy = () => {
    keyed.sort((a, b) => compareText(a.key, b.key) || a.one.record - b.one.record);
    if (keyed.length > most) keyed = keyed.slice(0, most);
  };
  for (const one of found) {
    keyed.push({ key: sortKey(one.raw, sort), one });
    if (keyed.length >= 2 * most + 1000) tidy();
  }
  tidy();
  return keyed.map(({ one }) => one);
}
