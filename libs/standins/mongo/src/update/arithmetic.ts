import { Decimal128, Int32 } from 'bson';
import type { Value } from '../bson/value';
import { asNumber, fitsInt32 } from '../bson/value';
import { failure } from '../failure';

type Operation = 'add' | 'multiply';

/** Adds or multiplies two numbers; the result has the wider of their types, and Int32 grows to Long when it must. */
export function calculate(operation: Operation, left: Value, right: Value): Value {
  if (left instanceof Decimal128 || right instanceof Decimal128) return decimal(operation, left, right);
  if (typeof left === 'number' || typeof right === 'number') return inDoubles(operation, left, right);
  const whole = operation === 'add' ? whole64(left) + whole64(right) : whole64(left) * whole64(right);
  const small = left instanceof Int32 && right instanceof Int32;
  if (small && fitsInt32(Number(whole))) return new Int32(Number(whole));
  if (BigInt.asIntN(64, whole) !== whole)
    throw failure('BadValue', 'integer overflow: the result does not fit in 64 bits');
  return whole;
}

function inDoubles(operation: Operation, left: Value, right: Value): number {
  const a = asNumber(left) ?? 0;
  const b = asNumber(right) ?? 0;
  return operation === 'add' ? a + b : a * b;
}

function whole64(value: Value): bigint {
  return typeof value === 'bigint' ? value : BigInt(asNumber(value) ?? 0);
}

type Scaled = { digits: bigint; exponent: number };

function decimal(operation: Operation, left: Value, right: Value): Value {
  const a = scaled(left);
  const b = scaled(right);
  if (!a || !b) {
    const [x, y] = [asNumber(left) ?? 0, asNumber(right) ?? 0];
    return Decimal128.fromString(String(operation === 'add' ? x + y : x * y));
  }
  if (operation === 'multiply') return unscaled({ digits: a.digits * b.digits, exponent: a.exponent + b.exponent });
  const exponent = Math.min(a.exponent, b.exponent);
  const lift = (value: Scaled) => value.digits * 10n ** BigInt(value.exponent - exponent);
  return unscaled({ digits: lift(a) + lift(b), exponent });
}

/** Digits times a power of ten; undefined for infinities and NaN. */
function scaled(value: Value): Scaled | undefined {
  const text = value instanceof Decimal128 || typeof value === 'bigint' ? value.toString() : String(asNumber(value));
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!parts) return undefined;
  const fraction = parts[3] ?? '';
  const digits = BigInt(`${parts[2] ?? ''}${fraction}`) * (parts[1] === '-' ? -1n : 1n);
  return { digits, exponent: Number(parts[4] ?? 0) - fraction.length };
}

function unscaled({ digits, exponent }: Scaled): Decimal128 {
  return Decimal128.fromStringWithRounding(`${digits}E${exponent}`);
}
