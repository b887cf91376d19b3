/**
 * An ordered map of (key, record) pairs: a list of small sorted leaves, found by binary search. Inserting and removing
 * move at most one leaf's entries; the list of leaves itself changes only when one splits or empties.
 */
export type OrderedIndex = { leaves: Leaf[]; size: number; version: number };
type Leaf = { keys: string[]; records: number[] };
export type Range = { from: string; to: string };

const leafSize = 256;

/** An index without entries. */
export function createOrderedIndex(): OrderedIndex {
  return { leaves: [{ keys: [], records: [] }], size: 0, version: 0 };
}

/** An index of entries that are sorted already. */
export function fillOrderedIndex(keys: readonly string[], records: readonly number[]): OrderedIndex {
  const index = createOrderedIndex();
  if (keys.length > 0) index.leaves = [];
  const step = (leafSize * 3) / 4;
  for (let at = 0; at < keys.length; at += step)
    index.leaves.push({ keys: keys.slice(at, at + step), records: records.slice(at, at + step) });
  index.size = keys.length;
  return index;
}

/** Adds a pair that is not there yet. */
export function addEntry(index: OrderedIndex, key: string, record: number): void {
  const at = leafFor(index, key, record);
  const leaf = index.leaves[at]!;
  const slot = slotFor(leaf, key, record);
  leaf.keys.splice(slot, 0, key);
  leaf.records.splice(slot, 0, record);
  index.size += 1;
  index.version += 1;
  if (leaf.keys.length <= leafSize) return;
  // Growing at the end is how ids and dates arrive: keep the full leaf and start another.
  const half = at === index.leaves.length - 1 && slot === leaf.keys.length - 1 ? leafSize : leafSize / 2;
  index.leaves.splice(at + 1, 0, { keys: leaf.keys.splice(half), records: leaf.records.splice(half) });
}

/** Removes a pair; it is no mistake if it is not there. */
export function removeEntry(index: OrderedIndex, key: string, record: number): void {
  const at = leafFor(index, key, record);
  const leaf = index.leaves[at]!;
  const slot = slotFor(leaf, key, record);
  if (leaf.keys[slot] !== key || leaf.records[slot] !== record) return;
  leaf.keys.splice(slot, 1);
  leaf.records.splice(slot, 1);
  index.size -= 1;
  index.version += 1;
  if (leaf.keys.length === 0 && index.leaves.length > 1) index.leaves.splice(at, 1);
}

/** The first record filed under exactly this key. */
export function firstRecord(index: OrderedIndex, key: string): number | undefined {
  const leaf = index.leaves[leafFor(index, key, -1)]!;
  const slot = slotFor(leaf, key, -1);
  return leaf.keys[slot] === key ? leaf.records[slot] : undefined;
}

/** The leaf in which a pair is or would be put. */
function leafFor(index: OrderedIndex, key: string, record: number): number {
  let low = 0;
  let high = index.leaves.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const leaf = index.leaves[middle]!;
    const last = leaf.keys.length - 1;
    const lastKey = leaf.keys[last]!;
    if (lastKey < key || (lastKey === key && leaf.records[last]! < record)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function slotFor(leaf: Leaf, key: string, record: number): number {
  let low = 0;
  let high = leaf.keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const here = leaf.keys[middle]!;
    if (here < key || (here === key && leaf.records[middle]! < record)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many entries lie in [from, to): exact near the ends, close to it between them. */
export function estimateRange(index: OrderedIndex, { from, to }: Range): number {
  const first = leafFor(index, from, -1);
  const last = leafFor(index, to, -1);
  const start = slotFor(index.leaves[first]!, from, -1);
  const end = slotFor(index.leaves[last]!, to, -1);
  if (first === last) return Math.max(0, end - start);
  const average = index.size / index.leaves.length;
  return index.leaves[first]!.keys.length - start + (last - first - 1) * average + end;
}

/** How many entries lie in [from, to). */
export function countRange(index: OrderedIndex, { from, to }: Range): number {
  const first = leafFor(index, from, -1);
  const last = leafFor(index, to, -1);
  let count = slotFor(index.leaves[last]!, to, -1) - slotFor(index.leaves[first]!, from, -1);
  for (let at = first; at < last; at++) count += index.leaves[at]!.keys.length;
  return Math.max(0, count);
}

/** The records in [from, to), in order. Entries may come and go meanwhile: the scan then finds its place again. */
export function* scanForward(index: OrderedIndex, { from, to }: Range): Generator<number> {
  let key = from;
  let record = -1;
  for (;;) {
    const version = index.version;
    let at = leafFor(index, key, record);
    let slot = slotFor(index.leaves[at]!, key, record);
    while (version === index.version) {
      const leaf = index.leaves[at];
      if (!leaf) return;
      if (slot >= leaf.keys.length) {
        at += 1;
        slot = 0;
        continue;
      }
      if (leaf.keys[slot]! >= to) return;
      key = leaf.keys[slot]!;
      record = leaf.records[slot]! + 1;
      yield leaf.records[slot++]!;
    }
  }
}

/** The records in [from, to), last one first. */
export function* scanBackward(index: OrderedIndex, { from, to }: Range): Generator<number> {
  let key = to;
  let record = -1;
  for (;;) {
    const version = index.version;
    let at = leafFor(index, key, record);
    let slot = slotFor(index.leaves[at]!, key, record) - 1;
    while (version === index.version) {
      if (slot < 0) {
        at -= 1;
        if (at < 0) return;
        slot = index.leaves[at]!.keys.length - 1;
        continue;
      }
      const leaf = index.leaves[at]!;
      if (leaf.keys[slot]! < from) return;
      key = leaf.keys[slot]!;
      record = leaf.records[slot]!;
      yield leaf.records[slot--]!;
    }
  }
}
