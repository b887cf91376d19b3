import { Decimal128, Int32 } from 'bson';
import type { Doc, Value } from '../bson/value';
import { asNumber, isDoc, kindOf } from '../bson/value';
import { compare } from '../compare';
import { failure, located, MongoFailure } from '../failure';
import { isTrue } from '../match/parse';
import { calculate } from '../update/arithmetic';
import { dateToString } from './date-to-string';
import { textOf } from './text-of';

/** Computes a value from a document; undefined is a missing one. */
export type Expression = (document: Doc) => Value | undefined;

/** Reads an expression; operators this server lacks are refused. */
export function parseExpression(value: Value): Expression {
  if (typeof value === 'string' && value.startsWith('$')) return parsePath(value);
  if (Array.isArray(value)) return parseList(value);
  if (!isDoc(value)) return () => value;
  const first = value.keys().next().value;
  if (first === undefined || !first.startsWith('$')) return parseObject(value);
  if (value.size > 1) throw located(15983, 'an expression specification must contain exactly one field');
  const operator = Object.hasOwn(operators, first) ? operators[first] : undefined;
  if (!operator) throw new MongoFailure('InvalidPipelineOperator', 168, `Unrecognized expression '${first}'`);
  return operator(value.get(first)!, first);
}

function parsePath(text: string): Expression {
  if (text.startsWith('$$')) {
    const [name, ...rest] = text.slice(2).split('.');
    if (name !== 'ROOT' && name !== 'CURRENT') throw located(17276, `Use of undefined variable: ${name}`);
    return rest.length === 0 ? (document) => document : (document) => valueAt(document, rest, 0);
  }
  const parts = text.slice(1).split('.');
  if (parts.includes('')) throw located(15998, `FieldPath '${text}' must not have an empty part`);
  return (document) => valueAt(document, parts, 0);
}

function valueAt(value: Value | undefined, parts: readonly string[], at: number): Value | undefined {
  if (at === parts.length) return value;
  if (isDoc(value)) return valueAt(value.get(parts[at]!), parts, at + 1);
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((element) => {
    const found = isDoc(element) ? valueAt(element, parts, at) : undefined;
    return found === undefined ? [] : [found];
  });
}

function parseList(list: Value[]): Expression {
  const items = list.map(parseExpression);
  return (document) => items.map((item) => item(document) ?? null);
}

function parseObject(object: Doc): Expression {
  const fields = [...object].map(([name, value]) => [name, parseExpression(value)] as const);
  return (document) => {
    const made: Doc = new Map();
    for (const [name, compute] of fields) {
      const value = compute(document);
      if (value !== undefined) made.set(name, value);
    }
    return made;
  };
}

type Operator = (operand: Value, name: string) => Expression;

function listed(least: number, most: number, compute: (values: (Value | undefined)[]) => Value | undefined): Operator {
  return (operand, name) => {
    const items = (Array.isArray(operand) ? operand : [operand]).map(parseExpression);
    if (items.length < least || items.length > most)
      throw located(
        16020,
        `Expression ${name} takes ${least === most ? `exactly ${least}` : `at least ${least}`} arguments. ${items.length} were passed in.`,
      );
    return (document) => compute(items.map((item) => item(document)));
  };
}

function order(test: (order: number) => boolean): Operator {
  return listed(2, 2, ([left, right]) => test(compareMaybe(left, right)));
}

/** Missing comes before everything. */
function compareMaybe(left: Value | undefined, right: Value | undefined): number {
  if (left === undefined || right === undefined) return Number(left !== undefined) - Number(right !== undefined);
  return compare(left, right);
}

const isNone = (value: Value | undefined) => value === undefined || value === null;

const operators: Record<string, Operator> = {
  $literal: (operand) => () => operand,
  $cond: condition,
  $eq: order((o) => o === 0),
  $ne: order((o) => o !== 0),
  $gt: order((o) => o > 0),
  $gte: order((o) => o >= 0),
  $lt: order((o) => o < 0),
  $lte: order((o) => o <= 0),
  $and: listed(0, Infinity, (values) => values.every(isTrue)),
  $or: listed(0, Infinity, (values) => values.some(isTrue)),
  $not: listed(1, 1, ([value]) => !isTrue(value)),
  $ifNull: listed(2, Infinity, (values) => values.find((v) => !isNone(v)) ?? values.at(-1)),
  $size: listed(1, 1, ([value]) => {
    if (!Array.isArray(value))
      throw located(17124, `The argument to $size must be an array, but was of type: ${nameOf(value)}`);
    return new Int32(value.length);
  }),
  $sum: (operand) => folded(operand, sumOf),
  $add: listed(0, Infinity, (values) => (values.some(isNone) ? null : added(values as Value[]))),
  $subtract: listed(2, 2, ([a, b]) => (isNone(a) || isNone(b) ? null : subtracted(a!, b!))),
  $multiply: listed(0, Infinity, (values) =>
    values.some(isNone)
      ? null
      : (values as Value[]).reduce((a, b) => calculate('multiply', a, numeric(b, '$multiply')), new Int32(1)),
  ),
  $divide: listed(2, 2, ([a, b]) => (isNone(a) || isNone(b) ? null : divided(a!, b!))),
  $concat: listed(0, Infinity, (values) => (values.some(isNone) ? null : values.map(textOnly).join(''))),
  $toString: listed(1, 1, ([value]) => (isNone(value) ? null : textOf(value!))),
  $toLower: listed(1, 1, ([value]) =>
    isNone(value) ? '' : textOf(value!).replace(/[A-Z]+/g, (part) => part.toLowerCase()),
  ),
  $toUpper: listed(1, 1, ([value]) =>
    isNone(value) ? '' : textOf(value!).replace(/[a-z]+/g, (part) => part.toUpperCase()),
  ),
  $in: listed(2, 2, ([value, list]) => {
    if (!Array.isArray(list))
      throw located(40081, `$in requires an array as a second argument, found: ${nameOf(list)}`);
    return list.some((item) => compareMaybe(item, value) === 0);
  }),
  $indexOfArray: listed(2, 2, ([list, value]) => {
    if (isNone(list)) return null;
    if (!Array.isArray(list))
      throw located(40090, `$indexOfArray requires an array as a first argument, found: ${nameOf(list)}`);
    return new Int32(list.findIndex((item) => compareMaybe(item, value) === 0));
  }),
  $first: listed(1, 1, ([value]) => element('$first', value, 0)),
  $last: listed(1, 1, ([value]) => element('$last', value, -1)),
  $dateToString: (operand) => dateToString(operand, parseExpression),
};

function nameOf(value: Value | undefined): string {
  return value === undefined ? 'missing' : kindOf(value);
}

function condition(operand: Value): Expression {
  const parts = isDoc(operand) ? ['if', 'then', 'else'].map((name) => operand.get(name)) : operand;
  if (
    !Array.isArray(parts) ||
    parts.length !== 3 ||
    parts.includes(undefined) ||
    (isDoc(operand) && operand.size !== 3)
  )
    throw located(17083, '$cond takes if, then and else');
  const [test, yes, no] = (parts as Value[]).map(parseExpression);
  return (document) => (isTrue(test!(document)) ? yes!(document) : no!(document));
}

function folded(operand: Value, fold: (values: (Value | undefined)[]) => Value): Expression {
  const many = Array.isArray(operand) && operand.length !== 1;
  const items = (Array.isArray(operand) ? operand : [operand]).map(parseExpression);
  return (document) => {
    const values = items.map((item) => item(document));
    const [only] = values;
    return fold(!many && Array.isArray(only) ? only : values);
  };
}

/** The sum of what is a number among the values. */
export function sumOf(values: readonly (Value | undefined)[]): Value {
  let sum: Value = new Int32(0);
  for (const value of values) if (value !== undefined && asNumber(value) !== undefined) sum = plus(sum, value);
  return sum;
}

/** Adds; a Long that would overflow becomes a double. */
export function plus(left: Value, right: Value): Value {
  try {
    return calculate('add', left, right);
  } catch {
    return (asNumber(left) ?? 0) + (asNumber(right) ?? 0);
  }
}

function numeric(value: Value, name: string): Value {
  if (asNumber(value) !== undefined) return value;
  throw failure('TypeMismatch', `${name} only supports numeric types, not ${kindOf(value)}`);
}

function added(values: Value[]): Value {
  const dates = values.filter((value) => value instanceof Date);
  if (dates.length > 1) throw located(16612, 'only one date allowed in an $add expression');
  const rest = values.filter((value) => !(value instanceof Date));
  const sum = rest.reduce((a, b) => plus(a, numeric(b, '$add')), new Int32(0));
  return dates[0] ? new Date(dates[0].getTime() + Math.trunc(asNumber(sum) ?? 0)) : sum;
}

function subtracted(left: Value, right: Value): Value {
  if (left instanceof Date && right instanceof Date) return BigInt(left.getTime() - right.getTime());
  if (left instanceof Date) return new Date(left.getTime() - Math.trunc(asNumber(numeric(right, '$subtract')) ?? 0));
  return plus(numeric(left, '$subtract'), calculate('multiply', numeric(right, '$subtract'), new Int32(-1)));
}

function divided(left: Value, right: Value): Value {
  const [a, b] = [asNumber(numeric(left, '$divide')) ?? 0, asNumber(numeric(right, '$divide')) ?? 0];
  if (b === 0) throw failure('BadValue', "can't $divide by zero");
  const exact = left instanceof Decimal128 || right instanceof Decimal128;
  return exact ? Decimal128.fromStringWithRounding(String(a / b)) : a / b;
}

function textOnly(value: Value | undefined): string {
  if (typeof value === 'string') return value;
  throw located(16702, `$concat only supports strings, not ${nameOf(value)}`);
}

function element(name: string, value: Value | undefined, at: number): Value | undefined {
  if (isNone(value)) return null;
  if (!Array.isArray(value)) throw located(28689, `${name}'s argument must be an array, but is ${nameOf(value)}`);
  return value.at(at);
}
