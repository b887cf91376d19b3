import { boolean, object, optional, string, type TypeOf } from '@herald/contracts';
import type { Model } from '@herald/persistence';
import type { Batch } from '../batches/batch.model';
import { approval } from './approval';
import type { Campaign } from './campaign.model';
import { statistics, statisticsOfAll } from './statistics';

/** What changes of a campaign while it goes. */
export const liveCounts = object({
  uuid: string(),
  terminated: boolean(),
  approval: optional(approval),
  statistics,
});
export type LiveCounts = TypeOf<typeof liveCounts>;

type Listener = (counts: LiveCounts) => void;
type Deps = { Campaign: Model<Campaign>; Batch: Model<Batch> };

const everyMs = 1_000;

/** The counts of watched campaigns: one read a second serves all watchers of the process. */
export function countsFeed(deps: Deps) {
  const listeners = new Map<string, Set<Listener>>();
  const last = new Map<string, string>();
  let isRunning = false;

  const tell = (counts: LiveCounts) => {
    const text = JSON.stringify(counts);
    if (last.get(counts.uuid) === text) return;
    last.set(counts.uuid, text);
    listeners.get(counts.uuid)?.forEach((listener) => listener(counts));
  };
  const run = async () => {
    isRunning = true;
    while (listeners.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, everyMs).unref());
      // A database that is down is asked again in the next round; the watchers keep what they have.
      (await readCounts([...listeners.keys()], deps).catch(() => [])).forEach(tell);
    }
    isRunning = false;
  };
  const listen = (uuid: string, listener: Listener) => {
    listeners.set(uuid, (listeners.get(uuid) ?? new Set()).add(listener));
    if (!isRunning) void run();
  };
  const leave = (uuid: string, listener: Listener) => {
    const all = listeners.get(uuid);
    all?.delete(listener);
    if (all?.size !== 0) return;
    listeners.delete(uuid);
    last.delete(uuid);
  };
  const readNow = async (uuids: string[]) => {
    const counts = await readCounts(uuids, deps);
    counts.forEach(tell);
    return counts;
  };
  return { watch: watcher({ listen, leave, readNow }) };
}

type Feed = {
  listen(uuid: string, listener: Listener): void;
  leave(uuid: string, listener: Listener): void;
  readNow(uuids: string[]): Promise<LiveCounts[]>;
};

/** The counts of some campaigns now, and each again when it changes. A slow reader skips what is outdated. */
const watcher = ({ listen, leave, readNow }: Feed) =>
  async function* (uuids: string[], signal: AbortSignal): AsyncGenerator<LiveCounts> {
    const changed = new Map<string, LiveCounts>();
    let wake = () => {};
    const listener: Listener = (counts) => {
      changed.set(counts.uuid, counts);
      wake();
    };
    const onAbort = () => wake();
    signal.addEventListener('abort', onAbort, { once: true });
    for (const uuid of uuids) listen(uuid, listener);
    try {
      for (const counts of await readNow(uuids)) changed.set(counts.uuid, counts);
      while (!signal.aborted) {
        const [next] = changed.values();
        if (next) {
          changed.delete(next.uuid);
          yield next;
        } else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      for (const uuid of uuids) leave(uuid, listener);
    }
  };

async function readCounts(uuids: string[], { Campaign, Batch }: Deps): Promise<LiveCounts[]> {
  const fields = { uuid: 1, terminated: 1, approval: 1 };
  const [campaigns, countsOf] = await Promise.all([
    Campaign.find({ uuid: { $in: uuids } }, fields).lean(),
    statisticsOfAll(uuids, Batch),
  ]);
  return campaigns.map(({ uuid, terminated, approval }) => {
    return { uuid, terminated, ...(approval ? { approval } : {}), statistics: countsOf(uuid) };
  });
}
