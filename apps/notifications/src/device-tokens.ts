import { doneTogether, type Model } from '@herald/persistence';
import type { PushToken } from './push-token.model';

type Asked = { core_id: string; owned: object; found: PushToken[] };

/** Where the apps on a device are reached, the newest first. Many who ask at the same time are one question to the database. */
export function deviceTokens(PushToken: Model<PushToken>) {
  const work = async (asked: Asked[]) => {
    const groups = grouped(asked, ({ owned }) => JSON.stringify(owned));
    await Promise.all([...groups.values()].map((alike) => findFor(alike, PushToken)));
  };
  const together = doneTogether<Asked>({ work, atOnce: 200, withinMs: 0 });
  return async (core_id: string, owned: object): Promise<PushToken[]> => {
    const asked: Asked = { core_id, owned, found: [] };
    await together.add(asked, { soon: true });
    return asked.found.toSorted((a, b) => b.reported_at.getTime() - a.reported_at.getTime());
  };
}

/** For those who own the same: no question reaches beyond what its asker owns. */
async function findFor(asked: Asked[], PushToken: Model<PushToken>): Promise<void> {
  const core_id = { $in: asked.map((one) => one.core_id) };
  const tokens = await PushToken.collection.find<PushToken>({ ...asked[0]!.owned, core_id }).toArray();
  const byDevice = grouped(tokens, (token) => token.core_id);
  for (const one of asked) one.found = byDevice.get(one.core_id) ?? [];
}

function grouped<One>(all: One[], keyOf: (one: One) => string): Map<string, One[]> {
  const groups = new Map<string, One[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}
