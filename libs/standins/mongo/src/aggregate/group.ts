import { Decimal128, Int32 } from 'bson';
import type { Doc, Value } from '../bson/value';
import { asNumber, isDoc } from '../bson/value';
import { compare } from '../compare';
import { encodeKey } from '../encode-key';
import { failure, located } from '../failure';
import type { Expression } from './expression';
import { parseExpression, plus } from './expression';

/** Gathers values one by one and gives the result. */
type Accumulator = { add(value: Value | undefined): void; result(): Value };

const accumulators: Record<string, () => Accumulator> = {
  $sum: summing,
  $avg: averaging,
  $min: () => extreme((order) => order < 0),
  $max: () => extreme((order) => order > 0),
  $first: () => kept((first, value) => first ?? { value }),
  $last: () => kept((_last, value) => ({ value })),
  $push: pushing,
  $addToSet: distinct,
  $count: counting,
};

/** The $group stage. */
export function parseGroup(spec: Value): (documents: Iterable<Doc>) => Iterable<Doc> {
  if (!isDoc(spec)) throw located(15947, "a group's fields must be specified in an object");
  const id = spec.get('_id');
  if (id === undefined) throw located(15955, 'a group specification must include an _id');
  const key = parseExpression(id);
  const fields = [...spec].filter(([name]) => name !== '_id').map(parseField);
  return (documents) => group(documents, key, fields);
}

type Field = { name: string; make: () => Accumulator; compute: Expression };

function parseField([name, spec]: readonly [string, Value]): Field {
  if (name.includes('.')) throw located(40235, `The field name '${name}' cannot contain '.'`);
  if (!isDoc(spec)) throw located(40234, `The field '${name}' must be an accumulator object`);
  const [[operator, operand], other] = [...spec] as [[string, Value], unknown];
  if (other !== undefined) throw located(40238, `The field '${name}' must specify one accumulator`);
  const make = Object.hasOwn(accumulators, operator) ? accumulators[operator] : undefined;
  if (!make) throw located(15952, `unknown group operator '${operator}'`);
  if (operator === '$count' && !(isDoc(operand) && operand.size === 0))
    throw failure('TypeMismatch', '$count takes no arguments, i.e. $count:{}');
  return { name, make, compute: operator === '$count' ? () => null : parseExpression(operand) };
}

function* group(documents: Iterable<Doc>, key: Expression, fields: Field[]): Generator<Doc> {
  const groups = new Map<string, { id: Value; accumulators: Accumulator[] }>();
  for (const document of documents) {
    const id = key(document);
    const text = id === undefined ? encodeKey(null) : encodeKey(id);
    let entry = groups.get(text);
    if (!entry) groups.set(text, (entry = { id: id ?? null, accumulators: fields.map(({ make }) => make()) }));
    for (let i = 0; i < fields.length; i++) entry.accumulators[i]!.add(fields[i]!.compute(document));
  }
  for (const { id, accumulators: gathered } of groups.values()) {
    const made: Doc = new Map([['_id', id]]);
    fields.forEach(({ name }, i) => made.set(name, gathered[i]!.result()));
    yield made;
  }
}

function summing(): Accumulator {
  let sum: Value = new Int32(0);
  return {
    add: (value) => void (value !== undefined && asNumber(value) !== undefined && (sum = plus(sum, value))),
    result: () => sum,
  };
}

function counting(): Accumulator {
  let count = 0;
  return { add: () => void (count += 1), result: () => new Int32(count) };
}

function averaging(): Accumulator {
  let sum: Value = new Int32(0);
  let count = 0;
  return {
    add(value) {
      if (value === undefined || asNumber(value) === undefined) return;
      sum = plus(sum, value);
      count += 1;
    },
    result() {
      if (count === 0) return null;
      const average = (asNumber(sum) ?? 0) / count;
      return sum instanceof Decimal128 ? Decimal128.fromStringWithRounding(String(average)) : average;
    },
  };
}

function extreme(better: (order: number) => boolean): Accumulator {
  let best: Value | undefined;
  return {
    add(value) {
      if (value === undefined || value === null) return;
      if (best === undefined || better(compare(value, best))) best = value;
    },
    result: () => best ?? null,
  };
}

function kept(
  choose: (kept: { value: Value | undefined } | undefined, value: Value | undefined) => { value: Value | undefined },
): Accumulator {
  let held: { value: Value | undefined } | undefined;
  return { add: (value) => void (held = choose(held, value)), result: () => held?.value ?? null };
}

function pushing(): Accumulator {
  const values: Value[] = [];
  return { add: (value) => void (value !== undefined && values.push(value)), result: () => values };
}

function distinct(): Accumulator {
  const values = new Map<string, Value>();
  return {
    add(value) {
      if (value === undefined) return;
      const key = encodeKey(value);
      if (!values.has(key)) values.set(key, value);
    },
    result: () => [...values.values()],
  };
}
