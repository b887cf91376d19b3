import { BSONRegExp } from 'bson';
import type { Doc, Value } from '../bson/value';
import { asNumber, isDoc, undefinedValue } from '../bson/value';
import { encodeKey } from '../encode-key';
import { failure } from '../failure';
import { partsOf } from '../path';
import type { Filter, OrderTest, RegexTest, Test } from './filter';
import { regexTest, regexTestOf } from './regex';
import { kindsNamed } from './types';

const logic: Record<string, 'and' | 'or' | 'nor'> = { $and: 'and', $or: 'or', $nor: 'nor' };

/** Reads a filter document; anything not known to this server is an error. */
export function parseFilter(filter: Doc): Filter {
  const parts: Filter[] = [];
  for (const [name, value] of filter) {
    if (name === '$comment') continue;
    if (name.startsWith('$')) parts.push(parseLogic(name, value));
    else for (const test of parseOperand(value)) parts.push({ kind: 'field', path: name, parts: partsOf(name), test });
  }
  return parts.length === 1 ? parts[0]! : { kind: 'and', parts };
}

function parseLogic(name: string, value: Value): Filter {
  const kind = logic[name];
  if (!kind) throw failure('BadValue', `unknown top level operator: ${name}`);
  if (!Array.isArray(value)) throw failure('BadValue', `${name} must be an array`);
  if (value.length === 0) throw failure('BadValue', '$and/$or/$nor must be a nonempty array');
  const parts = value.map((part) => {
    if (!isDoc(part)) throw failure('BadValue', '$or/$and/$nor entries need to be full objects');
    return parseFilter(part);
  });
  return { kind, parts };
}

/** Whether a document holds operators rather than a value to be equal to. */
export function isOperators(value: Value | undefined): value is Doc {
  if (!isDoc(value)) return false;
  const first = value.keys().next().value;
  return first !== undefined && first.startsWith('$') && !['$ref', '$id', '$db'].includes(first);
}

/** The tests a field's operand asks for: a value, a regular expression, or a document of operators. */
export function parseOperand(value: Value): Test[] {
  if (value instanceof BSONRegExp) return [regexTestOf(value)];
  return isOperators(value) ? parseOperators(value) : [{ op: 'eq', value: comparable(value) }];
}

/** The tests of a document of operators. */
function parseOperators(operators: Doc): Test[] {
  const tests: Test[] = [];
  for (const [name, operand] of operators) {
    const parse = Object.hasOwn(parsers, name) ? parsers[name] : undefined;
    if (!parse) throw failure('BadValue', `unknown operator: ${name}`);
    tests.push(...parse(operand, operators));
  }
  return tests;
}

type Parser = (operand: Value, all: Doc) => Test[];

const parsers: Record<string, Parser> = {
  $eq: (value) => [{ op: 'eq', value: comparable(value) }],
  $ne: (value) => {
    if (value instanceof BSONRegExp) throw failure('BadValue', "Can't have regex as arg to $ne.");
    return [{ op: 'not', tests: [{ op: 'eq', value: comparable(value) }] }];
  },
  $gt: (value) => [ordered('$gt', value, (order) => order > 0)],
  $gte: (value) => [ordered('$gte', value, (order) => order >= 0)],
  $lt: (value) => [ordered('$lt', value, (order) => order < 0)],
  $lte: (value) => [ordered('$lte', value, (order) => order <= 0)],
  $in: (value) => [parseIn('$in', value)],
  $nin: (value) => [{ op: 'not', tests: [parseIn('$nin', value)] }],
  $exists: (value) => (isTrue(value) ? [{ op: 'exists' }] : [{ op: 'not', tests: [{ op: 'exists' }] }]),
  $type: (value) => [{ op: 'type', kinds: kindsNamed(value) }],
  $not: parseNot,
  $regex: parseRegex,
  $options: (_value, all) => {
    if (!all.has('$regex')) throw failure('BadValue', '$options needs a $regex');
    return [];
  },
  $mod: parseMod,
  $size: parseSize,
  $all: parseAll,
  $elemMatch: parseElemMatch,
};

/** Truth as MongoDB sees it: everything but false, null and zero. */
export function isTrue(value: Value | undefined): boolean {
  return value !== undefined && value !== false && value !== null && asNumber(value) !== 0;
}

function comparable(value: Value): Value {
  if (value === undefinedValue) throw failure('BadValue', 'cannot compare to undefined');
  return value;
}

function ordered(name: OrderTest['name'], value: Value, accepts: OrderTest['accepts']): Test {
  if (value instanceof BSONRegExp) throw failure('BadValue', `Can't have RegEx as arg to predicate over field.`);
  return { op: 'order', name, value: comparable(value), accepts };
}

function parseIn(name: string, value: Value): Test {
  if (!Array.isArray(value)) throw failure('BadValue', `${name} needs an array`);
  if (value.some(isOperators)) throw failure('BadValue', `cannot nest $ under ${name}`);
  const regexes: RegexTest[] = [];
  const values: Value[] = [];
  for (const item of value) {
    if (item instanceof BSONRegExp) regexes.push(regexTestOf(item));
    else values.push(comparable(item));
  }
  return { op: 'in', values, keys: new Set(values.map(encodeKey)), regexes };
}

function parseNot(value: Value): Test[] {
  if (value instanceof BSONRegExp) return [{ op: 'not', tests: [regexTestOf(value)] }];
  if (!isDoc(value)) throw failure('BadValue', '$not needs a regex or a document');
  if (value.size === 0) throw failure('BadValue', '$not cannot be empty');
  return [{ op: 'not', tests: parseOperators(value) }];
}

function parseRegex(value: Value, all: Doc): Test[] {
  const options = all.get('$options');
  if (options !== undefined && typeof options !== 'string') throw failure('BadValue', '$options has to be a string');
  if (typeof value === 'string') return [regexTest(value, options ?? '')];
  if (!(value instanceof BSONRegExp)) throw failure('BadValue', '$regex has to be a string');
  if (options !== undefined && value.options !== '')
    throw failure('BadValue', 'options set in both $regex and $options');
  return [regexTest(value.pattern, options ?? value.options)];
}

function parseMod(value: Value): Test[] {
  if (!Array.isArray(value)) throw failure('BadValue', 'malformed mod, needs to be an array');
  if (value.length < 2) throw failure('BadValue', 'malformed mod, not enough elements');
  if (value.length > 2) throw failure('BadValue', 'malformed mod, too many elements');
  const [divisor, remainder] = value.map(asNumber);
  if (divisor === undefined || !Number.isFinite(divisor))
    throw failure('BadValue', 'malformed mod, divisor not a number');
  if (remainder === undefined || !Number.isFinite(remainder))
    throw failure('BadValue', 'malformed mod, remainder not a number');
  if (Math.trunc(divisor) === 0) throw failure('BadValue', 'divisor cannot be 0');
  return [{ op: 'mod', divisor: BigInt(Math.trunc(divisor)), remainder: BigInt(Math.trunc(remainder)) }];
}

function parseSize(value: Value): Test[] {
  const size = asNumber(value);
  if (size === undefined) throw failure('FailedToParse', 'Failed to parse $size. Expected a number');
  if (!Number.isInteger(size)) throw failure('FailedToParse', 'Failed to parse $size. Expected an integer');
  if (size < 0) throw failure('FailedToParse', 'Failed to parse $size. Expected a non-negative number');
  return [{ op: 'size', size }];
}

function parseAll(value: Value): Test[] {
  if (!Array.isArray(value)) throw failure('BadValue', '$all needs an array');
  if (value.length === 0) return [{ op: 'never' }];
  const elements = value.filter((item) => isDoc(item) && item.keys().next().value === '$elemMatch');
  if (elements.length > 0 && elements.length < value.length) throw failure('BadValue', 'no $ expressions in $all');
  return value.flatMap((item) => {
    if (elements.length === 0 && isOperators(item)) throw failure('BadValue', 'no $ expressions in $all');
    return parseOperand(item);
  });
}

function parseElemMatch(value: Value): Test[] {
  if (!isDoc(value)) throw failure('BadValue', '$elemMatch needs an Object');
  if (isOperators(value) && !Object.hasOwn(logic, value.keys().next().value ?? ''))
    return [{ op: 'elemValue', tests: parseOperators(value) }];
  return [{ op: 'elemObject', filter: parseFilter(value) }];
}
