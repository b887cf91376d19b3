import { compositeOf } from './composites';
import { isIsoText, unsure, type Check } from './rules';

/** A schema as `describe` shows it, as far as it is read here. */
export type Description = {
  type: string;
  flags?: Record<string, unknown>;
  preferences?: Record<string, unknown>;
  rules?: { name: string; args?: Record<string, unknown> }[];
  allow?: unknown[];
  keys?: Record<string, Description>;
  patterns?: { schema?: Description; rule: Description }[];
  items?: Description[];
  ordered?: Description[];
  matches?: { schema?: Description }[];
  dependencies?: { rel: string; peers: string[]; key?: string }[];
};
/** Undefined: nothing is known of such a schema. */
export type CheckOf = (description: Description) => Check | undefined;

/** What a schema does to a text before it looks at it. */
export function coercionOf({ type, rules = [] }: Description): Check {
  const has = (name: string) => rules.find((rule) => rule.name === name)?.args;
  const casing = type === 'string' ? has('case')?.direction : undefined;
  const trims = type === 'string' && has('trim')?.enabled === true;
  const toCase = {
    upper: (text: string) => text.toLocaleUpperCase(),
    lower: (text: string) => text.toLocaleLowerCase(),
    none: (text: string) => text,
  }[(casing ?? 'none') as 'upper' | 'lower' | 'none'];
  if (casing === undefined && !trims) return (value) => value;
  return (value) => {
    if (typeof value !== 'string') return value;
    return trims ? toCase(value).trim() : toCase(value);
  };
}

const isSafe = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;

const scalars: Record<string, Check> = {
  any: (value) => value,
  // An empty text must be allowed by name.
  string: (value) => (typeof value === 'string' && value !== '' ? value : unsure),
  number: (value) => {
    if (!isSafe(value)) return unsure;
    // No negative zero.
    return value === 0 ? 0 : value;
  },
  boolean: (value) => (typeof value === 'boolean' ? value : unsure),
};
const date: Check = (value) => (isIsoText(value) ? new Date(value as string) : unsure);

/** The check of a type, without rules. Undefined: no such type is known here. */
export function baseOf(description: Description, checkOf: CheckOf): Check | undefined {
  const { type, flags } = description;
  if (type === 'date') return flags?.format === 'iso' ? date : undefined;
  return scalars[type] ?? compositeOf(description, checkOf);
}
