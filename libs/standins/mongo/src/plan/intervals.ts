import type { Value } from '../bson/value';
import { asNumber, kindOf, undefinedValue } from '../bson/value';
import { compareText } from '../compare';
import { afterPrefix, encodeKey, invertKey, orderOf, textBytes } from '../encode-key';
import type { OrderTest, RegexTest, Test } from '../match/filter';
import { anchoredPrefix } from '../match/regex';

/** Keys from `from` up to but not `to`; of a point, all begin with the point's key. */
export type Interval = { from: string; to: string; point: boolean };

/**
 * Where in an index the values that pass a test lie: sorted and apart. `exact` when all that lie there pass, `absent`
 * when documents without the field pass too, which a sparse index does not hold.
 */
export type Bounds = { intervals: Interval[]; exact: boolean; absent: boolean };

export const everything: Interval = { from: '', to: '\u0100', point: false };

/** The bounds of a test; undefined if an index is of no help. */
export function boundsOf(test: Test): Bounds | undefined {
  switch (test.op) {
    case 'eq':
      return united([boundsOfValue(test.value)]);
    case 'in':
      return united([...test.values.map(boundsOfValue), ...test.regexes.map(boundsOfRegex)]);
    case 'order':
      return boundsOfOrder(test);
    case 'regex':
      return boundsOfRegex(test);
    case 'exists':
      return { intervals: [everything], exact: false, absent: false };
    case 'elemValue':
      return boundsOfElement(test.tests);
    case 'not':
      return test.tests.length === 1 && test.tests[0]!.op === 'exists' ? absent : undefined;
    default:
      return undefined;
  }
}

function point(value: Value): Interval {
  const from = encodeKey(value);
  return { from, to: afterPrefix(from), point: true };
}

const absent: Bounds = { intervals: [point(null)], exact: false, absent: true };

function boundsOfValue(value: Value): Bounds {
  if (value === null) return absent;
  if (!Array.isArray(value)) return { intervals: [point(value)], exact: true, absent: false };
  const first = value.length > 0 ? value[0]! : undefinedValue;
  return { intervals: [point(first), point(value)], exact: false, absent: false };
}

function boundsOfRegex(test: RegexTest): Bounds | undefined {
  const prefix = anchoredPrefix(test);
  if (prefix === '') return undefined;
  const from = String.fromCharCode(orderOf.string) + textBytes(prefix);
  const texts = { from, to: afterPrefix(from), point: false };
  return { intervals: [texts, point(test.source)], exact: false, absent: false };
}

function united(all: readonly (Bounds | undefined)[]): Bounds | undefined {
  if (all.length === 1) return all[0] && { ...all[0], intervals: tidied(all[0].intervals) };
  const known = all.filter((bounds) => bounds !== undefined);
  if (known.length < all.length) return undefined;
  return {
    intervals: tidied(known.flatMap(({ intervals }) => intervals)),
    exact: known.every(({ exact }) => exact),
    absent: known.some((bounds) => bounds.absent),
  };
}

/** Sorted, with those that overlap made one. */
function tidied(intervals: readonly Interval[]): Interval[] {
  const made: Interval[] = [];
  for (const next of [...intervals].sort((a, b) => compareText(a.from, b.from))) {
    const last = made.at(-1);
    if (!last || next.from >= last.to) made.push(next);
    else if (next.to > last.to) made[made.length - 1] = { from: last.from, to: next.to, point: false };
  }
  return made;
}

const comparable = new Set([
  'double',
  'int',
  'long',
  'decimal',
  'string',
  'objectId',
  'bool',
  'date',
  'timestamp',
  'binData',
]);

function boundsOfOrder({ name, value }: OrderTest): Bounds | undefined {
  const kind = kindOf(value);
  if (!comparable.has(kind) || Number.isNaN(asNumber(value))) return undefined;
  const key = encodeKey(value);
  const type = String.fromCharCode(orderOf[kind]);
  const least = asNumber(value) === undefined ? type : afterPrefix(encodeKey(NaN));
  const from = { $gt: afterPrefix(key), $gte: key, $lt: least, $lte: least }[name];
  const most = afterPrefix(type);
  const to = { $gt: most, $gte: most, $lt: key, $lte: afterPrefix(key) }[name];
  return { intervals: from < to ? [{ from, to, point: false }] : [], exact: true, absent: false };
}

function boundsOfElement(tests: readonly Test[]): Bounds | undefined {
  let both: Bounds | undefined;
  for (const test of tests) {
    const bounds = test.op === 'eq' || test.op === 'order' || test.op === 'in' ? boundsOf(test) : undefined;
    if (bounds) both = both ? intersected(both, bounds) : bounds;
  }
  return both && { ...both, exact: false, absent: false };
}

/** What lies in both; only for values that pass both tests themselves, so never across an array's elements. */
export function intersected(left: Bounds, right: Bounds): Bounds {
  const intervals: Interval[] = [];
  for (const a of left.intervals)
    for (const b of right.intervals) {
      const from = a.from > b.from ? a.from : b.from;
      const to = a.to < b.to ? a.to : b.to;
      if (from < to) intervals.push({ from, to, point: a.point ? from === a.from : b.point && from === b.from });
    }
  return { intervals, exact: left.exact && right.exact, absent: left.absent && right.absent };
}

/** The same intervals in a descending field. */
export function inverted(intervals: readonly Interval[]): Interval[] {
  return intervals.map(invertedOne).sort((a, b) => compareText(a.from, b.from));
}

function invertedOne(interval: Interval): Interval {
  if (interval === everything) return everything;
  if (interval.point) {
    const from = invertKey(interval.from);
    return { from, to: afterPrefix(from), point: true };
  }
  return { from: afterPrefix(invertKey(interval.to)), to: afterPrefix(invertKey(interval.from)), point: false };
}
