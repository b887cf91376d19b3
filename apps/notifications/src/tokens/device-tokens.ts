import { batcher } from '@herald/concurrency';
import { findPlain, type Model } from '@herald/persistence';
import type { PushToken } from './push-token.model';

type Lookup = { core_id: string; owned: object; found: PushToken[] };

/** Finds the push tokens of a device, the newest first. Concurrent lookups share one database query. */
export function deviceTokens(PushToken: Model<PushToken>) {
  const run = async (lookups: Lookup[]) => {
    const groups = groupBy(lookups, ({ owned }) => JSON.stringify(owned));
    await Promise.all([...groups.values()].map((group) => findTokens(group, PushToken)));
  };
  const lookups = batcher<Lookup>({ run, maxSize: 200, maxDelayMs: 0 });
  return async (core_id: string, owned: object): Promise<PushToken[]> => {
    const lookup: Lookup = { core_id, owned, found: [] };
    await lookups.add(lookup, { flushNow: true });
    return lookup.found.toSorted((a, b) => b.reported_at.getTime() - a.reported_at.getTime());
  };
}

/** All lookups have the same owner condition, so that none finds the tokens of another owner. */
async function findTokens(lookups: Lookup[], PushToken: Model<PushToken>): Promise<void> {
  const core_id = { $in: lookups.map((lookup) => lookup.core_id) };
  const tokens = await findPlain(PushToken, { ...lookups[0]!.owned, core_id });
  const byDevice = groupBy(tokens, (token) => token.core_id);
  for (const lookup of lookups) lookup.found = byDevice.get(lookup.core_id) ?? [];
}

function groupBy<Item>(items: Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
