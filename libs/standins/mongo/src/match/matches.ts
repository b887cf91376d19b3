import { Int32 } from 'bson';
import type { Doc, Raw, Value } from '../bson/value';
import { asNumber, isDoc, kindOf, maxKey, minKey } from '../bson/value';
import { compare, equal } from '../compare';
import { encodeKey, orderOf } from '../encode-key';
import { walkPath } from '../path';
import type { Filter, OrderTest, Test } from './filter';
import { matchesRegex } from './regex';

/** Whether a document, decoded or still in bytes, fits the filter. */
export function matches(filter: Filter, source: Doc | Raw): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => matches(part, source));
    case 'or':
      return filter.parts.some((part) => matches(part, source));
    case 'nor':
      return !filter.parts.some((part) => matches(part, source));
    default:
      return matchesField(filter.parts, filter.test, source);
  }
}

/** Tests that look at an array as a whole and never at its elements. */
const ofWhole = new Set(['exists', 'size', 'elemValue', 'elemObject']);

function matchesField(parts: readonly string[], test: Test, source: Doc | Raw): boolean {
  if (test.op === 'not') return !test.tests.every((inner) => matchesField(parts, inner, source));
  return walkPath(source, parts, !ofWhole.has(test.op), (value) => matchesValue(test, value));
}

/** Whether one value, looked at by itself, passes the test. */
export function matchesValue(test: Test, value: Value | undefined): boolean {
  switch (test.op) {
    case 'eq':
      return value === undefined ? test.value === null : equal(value, test.value);
    case 'in':
      return test.keys.has(encodeKey(value ?? null)) || test.regexes.some((regex) => matchesRegex(regex, value));
    case 'order':
      return matchesOrder(test, value);
    case 'regex':
      return matchesRegex(test, value);
    case 'exists':
      return value !== undefined;
    case 'not':
      return !test.tests.every((inner) => matchesValue(inner, value));
    default:
      return value !== undefined && matchesPresent(test, value);
  }
}

function matchesPresent(test: Test, value: Value): boolean {
  switch (test.op) {
    case 'type':
      return test.kinds.has(kindOf(value));
    case 'mod':
      return matchesRemainder(test.divisor, test.remainder, value);
    case 'size':
      return Array.isArray(value) && value.length === test.size;
    case 'elemValue':
      return Array.isArray(value) && value.some((element) => test.tests.every((inner) => matchesValue(inner, element)));
    case 'elemObject':
      return Array.isArray(value) && value.some((element) => matchesElement(test.filter, element));
    default:
      return false;
  }
}

/** Whether an array element fits a filter; a nested array is looked at as a document of its positions. */
export function matchesElement(filter: Filter, element: Value): boolean {
  if (isDoc(element)) return matches(filter, element);
  return Array.isArray(element) && matches(filter, new Map(element.map((value, at) => [String(at), value])));
}

/** Values compare only with their own kind, but for MinKey and MaxKey; null is only equal, NaN only to itself. */
function matchesOrder({ value: operand, accepts }: OrderTest, present: Value | undefined): boolean {
  const value = present ?? null;
  if (operand === minKey || operand === maxKey) return present !== undefined && accepts(compare(value, operand));
  if (orderOf[kindOf(operand)] !== orderOf[kindOf(value)]) return false;
  const order = compare(value, operand);
  return isNaNumber(operand) === isNaNumber(value) && accepts(order);
}

function isNaNumber(value: Value): boolean {
  return typeof value === 'number' ? Number.isNaN(value) : Number.isNaN(asNumber(value) ?? 0);
}

function matchesRemainder(divisor: bigint, remainder: bigint, value: Value): boolean {
  const number = value instanceof Int32 ? value.value : asNumber(value);
  if (number === undefined || !Number.isFinite(number)) return false;
  const whole = typeof value === 'bigint' ? value : BigInt(Math.trunc(number));
  return whole % divisor === remainder;
}

/** Where in its array the last array condition of the filter was met: what `$` stands for in an update. */
export function matchedPosition(filter: Filter, source: Doc | Raw): number | undefined {
  if (filter.kind === 'nor') return undefined;
  if (filter.kind === 'field') return fieldPosition(filter.parts, filter.test, source);
  let found: number | undefined;
  for (const part of filter.parts) {
    if (filter.kind === 'or' && !matches(part, source)) continue;
    found = matchedPosition(part, source) ?? found;
    if (filter.kind === 'or') break;
  }
  return found;
}

function fieldPosition(parts: readonly string[], test: Test, source: Doc | Raw): number | undefined {
  if (test.op === 'not') return undefined;
  let found: number | undefined;
  walkPath(source, parts, !ofWhole.has(test.op), (value, position) => {
    if (!matchesValue(test, value)) return false;
    found = position ?? elementPosition(test, value);
    return true;
  });
  return found;
}

function elementPosition(test: Test, value: Value | undefined): number | undefined {
  if (!Array.isArray(value)) return undefined;
  if (test.op !== 'elemObject' && test.op !== 'elemValue') return undefined;
  const at = value.findIndex((element) => matchesValue(test, [element]));
  return at < 0 ? undefined : at;
}
