import { Decimal128, Int32, Timestamp } from 'bson';
import type { Doc, Value } from '../bson/value';
import { asNumber, isDoc, kindOf } from '../bson/value';
import { compare } from '../compare';
import { failure } from '../failure';
import { show } from '../show';
import { calculate } from './arithmetic';
import type { Apply } from './change';

/** Reads an operand into what it does; `path` is for messages. */
export type OperatorReader = (operand: Value, path: string) => Apply;

/** The operators that look at one value, whatever it is. */
export const scalarOperators: Record<string, OperatorReader> = {
  $set: (value) => () => value,
  $setOnInsert:
    (value) =>
    (current, { inserting }) =>
      inserting ? value : current,
  $unset: () => () => undefined,
  $inc: (value, path) => arithmetic('$inc', 'increment', 'add', value, path),
  $mul: (value, path) => arithmetic('$mul', 'multiply', 'multiply', value, path),
  $min: (value) => (current) => (current === undefined || compare(value, current) < 0 ? value : current),
  $max: (value) => (current) => (current === undefined || compare(value, current) > 0 ? value : current),
  $currentDate: currentDate,
};

function arithmetic(name: string, verb: string, operation: 'add' | 'multiply', operand: Value, path: string): Apply {
  if (asNumber(operand) === undefined)
    throw failure('TypeMismatch', `Cannot ${verb} with non-numeric argument: {${path}: ${show(operand)}}`);
  return (current, { document }) => {
    if (current === undefined) return operation === 'add' ? operand : zeroLike(operand);
    if (asNumber(current) !== undefined) return calculate(operation, current, operand);
    const where = `{_id: ${show(document.get('_id'))}} has the field '${path.split('.').at(-1)}'`;
    throw failure(
      'TypeMismatch',
      `Cannot apply ${name} to a value of non-numeric type. ${where} of non-numeric type ${kindOf(current)}`,
    );
  };
}

function zeroLike(operand: Value): Value {
  if (operand instanceof Int32) return new Int32(0);
  if (operand instanceof Decimal128) return Decimal128.fromString('0');
  return typeof operand === 'bigint' ? 0n : 0;
}

function currentDate(operand: Value, path: string): Apply {
  if (typeof operand === 'boolean') return (_current, { now }) => now;
  const type = isDoc(operand) && onlyType(operand) ? operand.get('$type') : undefined;
  if (type === 'date') return (_current, { now }) => now;
  if (type === 'timestamp') return (_current, { now }) => new Timestamp({ t: Math.floor(now.getTime() / 1000), i: 1 });
  throw failure('BadValue', `${path}: $currentDate takes true, { $type: 'date' } or { $type: 'timestamp' }`);
}

function onlyType(operand: Doc): boolean {
  return operand.size === 1 && operand.has('$type');
}
