import { Int32 } from 'bson';
import type { Value } from './bson/value';
import { encodeKey } from './encode-key';

/** MongoDB's order of any two values; numbers compare by value whatever their type. */
export function compare(left: Value, right: Value): number {
  if (typeof left === 'string' && typeof right === 'string' && left === right) return 0;
  const a = quick(left);
  const b = quick(right);
  if (a !== undefined && b !== undefined) return order(a, b);
  if (left instanceof Date && right instanceof Date) return left.getTime() - right.getTime();
  return compareText(encodeKey(left), encodeKey(right));
}

/** Whether both are the same value by MongoDB's rules. */
export function equal(left: Value, right: Value): boolean {
  return left === right || compare(left, right) === 0;
}

/** Orders two encoded keys. */
export function compareText(left: string, right: string): number {
  return order(left, right);
}

function order<T extends string | number>(left: T, right: T): number {
  if (left < right) return -1;
  return left > right ? 1 : 0;
}

function quick(value: Value): number | undefined {
  if (value instanceof Int32) return value.value;
  return typeof value === 'number' && !Number.isNaN(value) ? value : undefined;
}
