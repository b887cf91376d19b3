import { setTimeout as sleep } from 'node:timers/promises';
import { doneTogether, insertAsTheyAre, mayWorkLater, type Model } from '@herald/persistence';
import type { Delivery } from './delivery.model';

/** What became of one device. */
export type Note = {
  record: Omit<Delivery, 'id'>;
  /** There is a record of an earlier try. */
  isKnown: boolean;
};
type NextIds = (count: number) => Promise<number>;

/**
 * Notes what became of devices, those of all batches together. So many, or what came within so long, and as many again while
 * those are written, are at most forgotten when the process dies. While the database is away it holds on to them: what is
 * forgotten would be sent again.
 */
export function deliveryWriter(Delivery: Model<Delivery>, nextIds: NextIds) {
  const work = (notes: Note[]) => whileItTakes(() => store(notes, Delivery, nextIds));
  return doneTogether<Note>({ work, atOnce: 200, withinMs: 100 });
}

const patienceMs = 120_000;

async function whileItTakes(write: () => Promise<void>): Promise<void> {
  for (const began = performance.now(); ; await sleep(500)) {
    try {
      return await write();
    } catch (error) {
      if (!mayWorkLater(error) || performance.now() - began > patienceMs) throw error;
    }
  }
}

async function store(notes: Note[], Delivery: Model<Delivery>, nextIds: NextIds): Promise<void> {
  const fresh = notes.filter(({ isKnown }) => !isKnown);
  const updates = notes.filter(({ isKnown }) => isKnown).map(updateOf);
  if (fresh.length > 0) {
    const lastId = await nextIds(fresh.length);
    const records = fresh.map(({ record }, at): Delivery => ({ ...record, id: lastId - at }));
    // Somebody else noted some of them: what he knows of reports stays.
    if ((await insertAsTheyAre(Delivery, records)).someWereThere) updates.push(...fresh.map(updateOf));
  }
  if (updates.length > 0) await Delivery.collection.bulkWrite(updates as never, { ordered: false });
}

function updateOf({ record: { _id, settled, status, name, tries, provider, updated_at } }: Note) {
  const $set = { settled, status, name, provider, updated_at, ...(tries ? { tries } : {}) };
  // A try that is overtaken by a settled one says nothing any more.
  return { updateOne: { filter: { _id, settled: false }, update: { $set } } };
}
