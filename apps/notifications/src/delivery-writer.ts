import { setTimeout as sleep } from 'node:timers/promises';
import { insertAsTheyAre, isDatabaseDown, type Model } from '@herald/persistence';
import type { Delivery } from './delivery.model';

/** What became of one device. */
export type Note = {
  record: Omit<Delivery, 'id'>;
  /** There is a record of an earlier try. */
  isKnown: boolean;
};
export type DeliveryWriter = ReturnType<typeof deliveryWriter>;

/** So many devices, or what came within so long, are at most forgotten when the process dies... */
const notesAtOnce = 200;
const flushMs = 100;
/** ...and as many as come while those are written; then whoever sends has to wait. */
const mostUnwritten = 2 * notesAtOnce;

type Group = { notes: Note[]; written: Promise<void>; settle(by: Promise<void>): void };

/**
 * Notes what became of devices, those of all batches together, some at a time. While the database is away it holds on to them:
 * what is forgotten would be sent again.
 */
export function deliveryWriter(Delivery: Model<Delivery>, nextIds: (count: number) => Promise<number>) {
  let group = newGroup();
  let timer: NodeJS.Timeout | undefined;
  let underWay = 0;
  let isDue = false;
  let onRoom: (() => void)[] = [];

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    isDue = underWay > 0;
    if (underWay > 0 || group.notes.length === 0) return;
    const { notes, settle } = group;
    group = newGroup();
    underWay = notes.length;
    const writing = whileItTakes(() => store(notes, Delivery, nextIds));
    settle(writing);
    void writing.catch(() => {}).then(next);
  };
  const next = () => {
    underWay = 0;
    const waiting = onRoom;
    onRoom = [];
    for (const go of waiting) go();
    if (isDue || group.notes.length >= notesAtOnce) flush();
  };
  return {
    /** Resolves once it is noted; `soon`: somebody waits for that. */
    add(note: Note, { soon = false } = {}): Promise<void> {
      const { notes, written } = group;
      notes.push(note);
      if (soon || notes.length >= notesAtOnce) flush();
      else timer ??= setTimeout(flush, flushMs);
      return written;
    },
    /** Sees to it that all that was added is noted without delay. */
    flush,
    /** Undefined while there is room for more. */
    room(): Promise<void> | undefined {
      if (group.notes.length + underWay < mostUnwritten) return undefined;
      return new Promise((resolve) => onRoom.push(resolve));
    },
  };
}

function newGroup(): Group {
  let settle!: Group['settle'];
  const written = new Promise<void>((resolve) => (settle = resolve));
  // Whoever added something hears of a failure by the promise that he holds.
  written.catch(() => {});
  return { notes: [], written, settle };
}

const patienceMs = 120_000;

async function whileItTakes(write: () => Promise<void>): Promise<void> {
  for (const began = Date.now(); ; await sleep(500)) {
    try {
      return await write();
    } catch (error) {
      if (!isDatabaseDown(error) || Date.now() - began > patienceMs) throw error;
    }
  }
}

async function store(
  notes: Note[],
  Delivery: Model<Delivery>,
  nextIds: (count: number) => Promise<number>,
): Promise<void> {
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
