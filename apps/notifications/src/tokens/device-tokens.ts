import { groupBy, inBatches, type Call } from '@herald/concurrency';
import { findPlain, type Model } from '@herald/persistence';
import { commandInterval } from '../command-interval';
import type { PushToken } from './push-token.model';

type Lookup = Call<{ core_id: string; owned: object }, PushToken[]>;

/** Finds the push tokens of a device, the newest first. Concurrent lookups share one database query. */
export function deviceTokens(PushToken: Model<PushToken>) {
  const find = inBatches<Lookup['input'], PushToken[]>(async (lookups) => {
    const groups = groupBy(lookups, ({ input }) => JSON.stringify(input.owned));
    await Promise.all([...groups.values()].map((group) => findTokens(group, PushToken)));
  }, commandInterval);
  return async (core_id: string, owned: object): Promise<PushToken[]> => {
    const found = await find({ core_id, owned });
    return found.toSorted((a, b) => b.reported_at.getTime() - a.reported_at.getTime());
  };
}

/** All lookups have the same owner condition, so that none finds the tokens of another owner. */
async function findTokens(lookups: Lookup[], PushToken: Model<PushToken>): Promise<void> {
  const core_id = { $in: lookups.map(({ input }) => input.core_id) };
  const tokens = await findPlain(PushToken, { ...lookups[0]!.input.owned, core_id });
  const byDevice = groupBy(tokens, (token) => token.core_id);
  for (const { input, resolve } of lookups) resolve(byDevice.get(input.core_id) ?? []);
}
