import type { Kind, Value } from '../bson/value';
import { asNumber } from '../bson/value';
import { failure } from '../failure';

const byNumber: Record<string, Kind> = {
  '1': 'double',
  '2': 'string',
  '3': 'object',
  '4': 'array',
  '5': 'binData',
  '6': 'undefined',
  '7': 'objectId',
  '8': 'bool',
  '9': 'date',
  '10': 'null',
  '11': 'regex',
  '16': 'int',
  '17': 'timestamp',
  '18': 'long',
  '19': 'decimal',
  '-1': 'minKey',
  '127': 'maxKey',
};
const names = new Set<string>(Object.values(byNumber));

/** The kinds that an operand of $type names: a number, an alias, or a list of them. */
export function kindsNamed(operand: Value): Set<Kind> {
  const named = new Set<Kind>();
  const list = Array.isArray(operand) ? operand : [operand];
  if (list.length === 0) throw failure('FailedToParse', '$type must match at least one type');
  for (const item of list) {
    if (item === 'number') (['int', 'long', 'double', 'decimal'] as const).forEach((kind) => named.add(kind));
    else named.add(kindNamed(item));
  }
  return named;
}

function kindNamed(item: Value): Kind {
  if (typeof item === 'string') {
    if (names.has(item)) return item as Kind;
    throw failure('BadValue', `Unknown type name alias: ${item}`);
  }
  const number = asNumber(item);
  if (number === undefined) throw failure('TypeMismatch', 'type must be represented as a number or a string');
  const kind = byNumber[String(number)];
  if (!kind) throw failure('BadValue', `Invalid numerical type code: ${number}`);
  return kind;
}
