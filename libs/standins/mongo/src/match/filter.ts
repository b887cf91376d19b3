import type { BSONRegExp } from 'bson';
import type { Kind, Value } from '../bson/value';

/** What is asked of one value. */
export type Test =
  | { op: 'eq'; value: Value }
  | OrderTest
  | { op: 'in'; values: Value[]; keys: Set<string>; regexes: RegexTest[] }
  | RegexTest
  | { op: 'exists' }
  | { op: 'never' }
  | { op: 'type'; kinds: Set<Kind> }
  | { op: 'mod'; divisor: bigint; remainder: bigint }
  | { op: 'size'; size: number }
  | { op: 'elemValue'; tests: Test[] }
  | { op: 'elemObject'; filter: Filter }
  | { op: 'not'; tests: Test[] };

/** A comparison; `accepts` says which results of comparing the value with the operand it takes. */
export type OrderTest = {
  op: 'order';
  name: '$gt' | '$gte' | '$lt' | '$lte';
  value: Value;
  accepts: (order: number) => boolean;
};

export type RegexTest = { op: 'regex'; regex: RegExp; source: BSONRegExp };

/** A filter after reading: fields with tests, joined by logic. */
export type Filter =
  { kind: 'and' | 'or' | 'nor'; parts: Filter[] } | { kind: 'field'; path: string; parts: string[]; test: Test };
