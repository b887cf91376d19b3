import { Decimal128, Int32, ObjectId } from 'bson';
import type { Value } from '../bson/value';
import { kindOf } from '../bson/value';
import { MongoFailure } from '../failure';

/** A value as $toString writes it. */
export function textOf(value: Value): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || typeof value === 'bigint' || typeof value === 'number') return String(value);
  if (value instanceof Int32) return String(value.value);
  if (value instanceof ObjectId) return value.toHexString();
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Decimal128) return value.toString();
  throw new MongoFailure(
    'ConversionFailure',
    241,
    `Unsupported conversion from ${kindOf(value)} to string in $convert with no onError value`,
  );
}
