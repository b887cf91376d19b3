import { Int32 } from 'bson';
import type { Doc, Value } from '../bson/value';
import { asNumber, isDoc } from '../bson/value';
import { failure } from '../failure';
import { isTrue, parseFilter } from '../match/parse';
import type { Filter } from '../match/filter';
import { positionOf } from '../path';
import { show } from '../show';
import type { Index } from './index-entries';
import { keyFields } from './index-keys';
import { createOrderedIndex } from './ordered-index';

const known = new Set([
  'v',
  'key',
  'name',
  'ns',
  'unique',
  'sparse',
  'background',
  'partialFilterExpression',
  'expireAfterSeconds',
  'collation',
]);

/** Reads the description of an index; kinds and options this server lacks are refused. */
export function parseIndex(spec: Doc): Index {
  for (const name of spec.keys())
    if (!known.has(name)) throw failure('InvalidOptions', `The index option '${name}' is not supported`);
  const key = keyPattern(spec.get('key'));
  const name = spec.get('name');
  if (typeof name !== 'string' || name === '')
    throw failure('CannotCreateIndex', 'index names must be non-empty strings');
  refuseCollation(spec.get('collation'));
  const partial = partialFilter(spec.get('partialFilterExpression'));
  const sparse = isTrue(spec.get('sparse'));
  if (partial && sparse)
    throw failure('CannotCreateIndex', 'cannot mix "partialFilterExpression" and "sparse" options');
  return {
    name,
    spec: description(spec, key, name),
    key,
    fields: keyFields(key, (direction) => (asNumber(direction) ?? 1) < 0),
    unique: isTrue(spec.get('unique')) || name === '_id_',
    sparse,
    partial,
    expireAfterSeconds: expiry(spec.get('expireAfterSeconds'), key),
    arrays: new Set(),
    entries: createOrderedIndex(),
  };
}

function keyPattern(key: Value | undefined): Doc {
  if (!isDoc(key)) throw failure('FailedToParse', "The 'key' field is a required property of an index specification");
  if (key.size === 0) throw failure('CannotCreateIndex', 'Index keys cannot be an empty object');
  for (const [path, direction] of key) {
    const number = asNumber(direction);
    if (number === undefined) throw failure('CannotCreateIndex', `Index kind ${show(direction)} is not supported`);
    if (number === 0 || Number.isNaN(number))
      throw failure('CannotCreateIndex', 'Values in the index key pattern cannot be 0.');
    const parts = path.split('.');
    if (parts.includes('')) throw failure('CannotCreateIndex', 'Index keys cannot contain an empty field.');
    if (parts.some((part) => part.startsWith('$')))
      throw failure(
        'CannotCreateIndex',
        `Index key '${path}' is not supported: no wildcards, no names beginning with $`,
      );
    if (parts.slice(1).some((part) => positionOf(part) !== undefined))
      throw failure('CannotCreateIndex', `Index key '${path}' is not supported: it names an array position`);
  }
  return key;
}

function refuseCollation(collation: Value | undefined): void {
  if (collation === undefined) return;
  if (!isDoc(collation) || collation.get('locale') !== 'simple')
    throw failure('CannotCreateIndex', 'collations other than { locale: "simple" } are not supported');
}

function partialFilter(given: Value | undefined): Filter | undefined {
  if (given === undefined) return undefined;
  if (!isDoc(given)) throw failure('CannotCreateIndex', '"partialFilterExpression" for an index must be a document');
  const filter = parseFilter(given);
  const allowed = new Set(['eq', 'order', 'exists', 'type', 'in']);
  const check = (part: Filter): void => {
    if (part.kind === 'nor') throw failure('CannotCreateIndex', 'Expression not supported in partial index: $nor');
    if (part.kind !== 'field') part.parts.forEach(check);
    else if (!allowed.has(part.test.op))
      throw failure('CannotCreateIndex', `Expression not supported in partial index: ${part.path} $${part.test.op}`);
  };
  check(filter);
  return filter;
}

function expiry(value: Value | undefined, key: Doc): number | undefined {
  if (value === undefined) return undefined;
  const seconds = asNumber(value);
  if (seconds === undefined || !(seconds >= 0 && seconds <= 2147483647))
    throw failure(
      'CannotCreateIndex',
      "TTL index 'expireAfterSeconds' option must be numeric and within 0 and 2147483647",
    );
  if (key.size > 1 || key.has('_id'))
    throw failure('CannotCreateIndex', 'TTL indexes are single-field indexes, compound indexes do not support TTL');
  return seconds;
}

const listed = ['unique', 'sparse', 'partialFilterExpression', 'expireAfterSeconds'];

function description(spec: Doc, key: Doc, name: string): Doc {
  const made: Doc = new Map();
  made.set('v', new Int32(asNumber(spec.get('v')) ?? 2));
  made.set('key', key);
  made.set('name', name);
  for (const option of listed) {
    const value = spec.get(option);
    if (value !== undefined && value !== false) made.set(option, value);
  }
  return made;
}
