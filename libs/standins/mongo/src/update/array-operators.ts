import type { Doc, Value } from '../bson/value';
import { asNumber, isDoc, kindOf } from '../bson/value';
import { compareText, equal } from '../compare';
import { failure } from '../failure';
import { matchesElement, matchesValue } from '../match/matches';
import { isOperators, parseFilter, parseOperand } from '../match/parse';
import { show } from '../show';
import { sortFields, sortKey } from '../sort';
import { BSONRegExp } from 'bson';
import type { Apply, Moment } from './change';
import type { OperatorReader } from './scalar-operators';

/** The operators that work on an array. */
export const arrayOperators: Record<string, OperatorReader> = {
  $push: push,
  $addToSet: addToSet,
  $pull: pull,
  $pullAll: pullAll,
  $pop: pop,
};

function mustBeArray(current: Value | undefined, path: string, { document }: Moment): Value[] {
  if (current === undefined) return [];
  if (Array.isArray(current)) return current;
  const where = `in document {_id: ${show(document.get('_id'))}}`;
  throw failure('BadValue', `The field '${path}' must be an array but is of type ${kindOf(current)} ${where}`);
}

const pushFields = new Set(['$each', '$slice', '$sort', '$position']);

function push(operand: Value, path: string): Apply {
  if (!isDoc(operand) || !operand.has('$each'))
    return (current, moment) => [...mustBeArray(current, path, moment), operand];
  for (const name of operand.keys())
    if (!pushFields.has(name)) throw failure('BadValue', `Unrecognized clause in $push: ${name}`);
  const each = eachOf(operand, '$push');
  const position = wholeNumber(operand, '$position');
  const slice = wholeNumber(operand, '$slice');
  const sorted = sorter(operand.get('$sort'));
  return (current, moment) => {
    const values = mustBeArray(current, path, moment);
    const at = placeIn(values, position);
    const joined = sorted([...values.slice(0, at), ...each, ...values.slice(at)]);
    if (slice === undefined) return joined;
    return slice < 0 ? joined.slice(slice) : joined.slice(0, slice);
  };
}

/** A negative position counts from the end. */
function placeIn({ length }: Value[], position = length): number {
  return position < 0 ? Math.max(0, length + position) : position;
}

function eachOf(operand: Doc, name: string): Value[] {
  const each = operand.get('$each');
  if (Array.isArray(each)) return each;
  const type = each === undefined ? 'missing' : kindOf(each);
  throw failure(
    name === '$push' ? 'BadValue' : 'TypeMismatch',
    `The argument to $each in ${name} must be an array but it was of type: ${type}`,
  );
}

function wholeNumber(operand: Doc, name: string): number | undefined {
  const value = operand.get(name);
  if (value === undefined) return undefined;
  const number = asNumber(value);
  if (number === undefined || !Number.isInteger(number))
    throw failure('BadValue', `The value for ${name} must be an integer value but was given type: ${kindOf(value)}`);
  return number;
}

function sorter(order: Value | undefined): (values: Value[]) => Value[] {
  if (order === undefined) return (values) => values;
  const key = elementKey(order);
  return (values) => {
    const keyed = values.map((value) => ({ value, key: key(value) }));
    return keyed.sort((a, b) => compareText(a.key, b.key)).map(({ value }) => value);
  };
}

function elementKey(order: Value): (value: Value) => string {
  if (isDoc(order)) {
    if (order.size === 0) throw failure('BadValue', 'The sort pattern is empty when it should be a set of fields.');
    const fields = sortFields(order);
    return (value) => sortKey(isDoc(value) ? value : new Map(), fields);
  }
  const direction = asNumber(order);
  if (direction !== 1 && direction !== -1) throw failure('BadValue', 'The $sort element value must be either 1 or -1');
  const whole = sortFields(new Map([['value', direction]]));
  // Wrapped once more, for an array to be compared as a whole.
  return (value) => sortKey(new Map([['value', Array.isArray(value) ? [value] : value]]), whole);
}

function addToSet(operand: Value, path: string): Apply {
  const many = isDoc(operand) && operand.keys().next().value === '$each';
  if (many && operand.size > 1)
    throw failure('BadValue', `Found unexpected fields after $each in $addToSet: ${show(operand)}`);
  const each = many ? eachOf(operand, '$addToSet') : [operand];
  return (current) => {
    if (current !== undefined && !Array.isArray(current))
      throw failure(
        'BadValue',
        `Cannot apply $addToSet to non-array field. Field named '${path}' has non-array type ${kindOf(current)}`,
      );
    const values = [...(current ?? [])];
    for (const value of each) if (!values.some((present) => equal(present, value))) values.push(value);
    return values;
  };
}

function pull(operand: Value): Apply {
  const fits = pullCondition(operand);
  return (current) => withoutElements('$pull', current, fits);
}

function pullCondition(operand: Value): (element: Value) => boolean {
  if (isOperators(operand) || operand instanceof BSONRegExp) {
    const tests = parseOperand(operand);
    return (element) => tests.every((test) => matchesValue(test, element));
  }
  if (!isDoc(operand)) return (element) => equal(element, operand);
  const filter = parseFilter(operand);
  return (element) => isDoc(element) && matchesElement(filter, element);
}

function pullAll(operand: Value): Apply {
  if (!Array.isArray(operand)) throw failure('BadValue', '$pullAll requires an array argument');
  return (current) => withoutElements('$pullAll', current, (element) => operand.some((value) => equal(value, element)));
}

function withoutElements(name: string, current: Value | undefined, fits: (element: Value) => boolean) {
  if (current === undefined) return undefined;
  if (!Array.isArray(current)) throw failure('BadValue', `Cannot apply ${name} to a non-array value`);
  return current.filter((element) => !fits(element));
}

function pop(operand: Value, path: string): Apply {
  const end = asNumber(operand);
  if (end === undefined) throw failure('FailedToParse', `Expected a number in: ${path}: ${show(operand)}`);
  if (end !== 1 && end !== -1) throw failure('FailedToParse', `$pop expects 1 or -1, found: ${show(operand)}`);
  return (current) => {
    if (current === undefined) return undefined;
    if (!Array.isArray(current))
      throw failure('TypeMismatch', `Path '${path}' contains an element of non-array type '${kindOf(current)}'`);
    return end === 1 ? current.slice(0, -1) : current.slice(1);
  };
}
