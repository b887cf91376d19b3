import type { Doc, Value } from '../bson/value';
import { isDoc, kindOf } from '../bson/value';
import { located } from '../failure';
import { formatDate } from './format-date';

type Expression = (document: Doc) => Value | undefined;

/** Reads $dateToString; time zones other than UTC are refused. */
export function dateToString(operand: Value, parse: (value: Value) => Expression): Expression {
  if (!isDoc(operand)) throw located(18629, '$dateToString only supports an object as its argument');
  for (const name of operand.keys())
    if (!['date', 'format', 'timezone', 'onNull'].includes(name))
      throw located(18534, `Unrecognized argument to $dateToString: ${name}`);
  const zone = operand.get('timezone') ?? 'UTC';
  if (zone !== 'UTC' && zone !== 'GMT') throw located(40485, 'time zones other than UTC are not supported');
  const date = operand.get('date');
  if (date === undefined) throw located(18628, "Missing 'date' parameter to $dateToString");
  const format = operand.get('format') ?? '%Y-%m-%dT%H:%M:%S.%LZ';
  if (typeof format !== 'string') throw located(18533, '$dateToString requires that format be a string');
  const when = parse(date);
  const onNull = parse(operand.get('onNull') ?? null);
  return (document) => {
    const value = when(document) ?? null;
    if (value === null) return onNull(document);
    if (!(value instanceof Date)) throw located(16006, `can't convert from BSON type ${kindOf(value)} to Date`);
    return formatDate(value, format);
  };
}
