import { unsure, type Check } from './rules';
import type { CheckOf, Description } from './types';

/** The check of a type that is made of others. Undefined: no such type is known here. */
export function compositeOf(description: Description, checkOf: CheckOf): Check | undefined {
  const { type, ordered } = description;
  if (type === 'object') return objectCheck(description, checkOf);
  if (type === 'array') return ordered ? tupleCheck(description, checkOf) : listCheck(description, checkOf);
  return type === 'alternatives' ? alternativesCheck(description, checkOf) : undefined;
}

type Named = Record<string, unknown>;

function objectCheck(description: Description, checkOf: CheckOf): Check | undefined {
  const { keys, patterns = [], flags = {} } = description;
  const isMet = dependenciesCheck(description);
  const fields = Object.entries(keys ?? {}).map(([name, field]) => [name, checkOf(field) ?? ifAbsent(field)] as const);
  const free = freeCheck(patterns, checkOf);
  if ((patterns.length > 0 && !free) || !isMet) return undefined;
  if (!keys && !free) return (value) => (isObject(value) ? value : unsure);
  const checkOther = free ?? otherCheck(flags.unknown);
  return (value) => {
    if (!isObject(value)) return unsure;
    const changes: [string, unknown][] = [];
    const take = (name: string, checked: unknown): boolean => {
      if (checked !== value[name]) changes.push([name, checked]);
      return checked !== unsure;
    };
    let known = 0;
    for (const [name, check] of fields) {
      if (value[name] !== undefined) known++;
      if (!take(name, check(value[name], value))) return unsure;
    }
    const names = Object.keys(value);
    const others = names.length === known ? [] : names.filter((name) => !keys || !Object.hasOwn(keys, name));
    if (!others.every((name) => !isOdd(name, value[name]) && take(name, checkOther(name, value[name])))) return unsure;
    const result = changes.length === 0 ? value : changed(value, changes);
    return isMet(result) ? result : unsure;
  };
}

/** Of names that need each other. Undefined: nothing is known of such rules, or the object declares no names. */
function dependenciesCheck({ keys, dependencies = [] }: Description): ((value: Named) => boolean) | undefined {
  const rules = dependencies.map(dependencyCheck);
  if (rules.includes(undefined) || (!keys && rules.length > 0)) return undefined;
  return (value) => rules.every((isMet) => isMet!(value));
}

function dependencyCheck({ rel, peers, key = '', ...more }: NonNullable<Description['dependencies']>[number]) {
  if (Object.keys(more).length > 0 || [key, ...peers].some((name) => name.includes('.'))) return undefined;
  const present = (value: Named) => peers.filter((name) => value[name] !== undefined).length;
  if (rel === 'or') return (value: Named) => present(value) > 0;
  if (rel === 'xor') return (value: Named) => present(value) === 1;
  return rel === 'with' ? (value: Named) => value[key] === undefined || present(value) === peers.length : undefined;
}

const isOdd = (name: string, value: unknown): boolean => name === '__proto__' || value === undefined;

const isObject = (value: unknown): value is Named =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of names that are not declared: they are refused, kept, or dropped, which undefined stands for. */
const otherCheck = (isKept: unknown) => (_name: string, value: unknown) => {
  if (isKept === undefined) return undefined;
  return isKept ? value : unsure;
};

/** Of a field that nothing is known of: it may be absent. */
const ifAbsent =
  ({ flags = {} }: Description): Check =>
  (value) =>
    value === undefined && flags.presence !== 'required' && flags.default === undefined ? undefined : unsure;

/** Of names that the caller chooses, where one pattern is for all. */
function freeCheck(patterns: NonNullable<Description['patterns']>, checkOf: CheckOf) {
  const [{ schema, rule, ...more } = { rule: undefined }, ...others] = patterns;
  const isNamed = schema && checkOf(schema);
  const check = rule && checkOf(rule);
  if (!isNamed || !check || others.length + Object.keys(more).length > 0) return undefined;
  return (name: string, value: unknown) => (isNamed(name) === unsure ? unsure : check(value));
}

/** In the order in which the names were sent; what is added comes last. */
function changed(value: Named, changes: [string, unknown][]): Named {
  const copy = Object.assign(Object.create(Object.getPrototypeOf(value)), value) as Named;
  for (const [name, one] of changes) {
    if (one === undefined) delete copy[name];
    else copy[name] = one;
  }
  return copy;
}

function listCheck({ items = [], flags = {} }: Description, checkOf: CheckOf): Check | undefined {
  const [item, ...others] = items;
  const check = item && !item.flags?.presence ? checkOf(item) : undefined;
  if (others.length > 0 || (item && !check) || flags.only) return undefined;
  return (value) => {
    if (!Array.isArray(value)) return unsure;
    return check ? each(value, () => check) : value;
  };
}

function tupleCheck({ items, ordered = [] }: Description, checkOf: CheckOf): Check | undefined {
  const checks = ordered.map(checkOf);
  if (items || checks.some((check) => !check)) return undefined;
  return (value) =>
    Array.isArray(value) && value.length === checks.length ? each(value, (at) => checks[at]!) : unsure;
}

function each(values: unknown[], checkAt: (at: number) => Check): unknown {
  const result = new Array<unknown>(values.length);
  for (let at = 0; at < values.length; at++) {
    const checked = values[at] === undefined ? unsure : checkAt(at)(values[at]);
    if (checked === unsure) return unsure;
    result[at] = checked;
  }
  return result;
}

/** The first that fits counts, so that all before it must be out of the question. */
function alternativesCheck({ matches = [], flags = {} }: Description, checkOf: CheckOf): Check | undefined {
  const candidates = matches.flatMap(({ schema, ...more }) => {
    const check = schema && Object.keys(more).length === 0 ? checkOf(schema) : undefined;
    return check ? [{ schema: schema!, check }] : [];
  });
  if (flags.match !== undefined || candidates.length < matches.length) return undefined;
  return (value) => candidates.find(({ schema }) => !cannotBe(schema, value))?.check(value) ?? unsure;
}

const isText = (value: unknown, like: RegExp) => typeof value === 'string' && like.test(value);
/** What each type may be made of: texts may become numbers, truth values, objects and lists. */
const sources: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' || typeof value === 'string',
  boolean: (value) => typeof value === 'boolean' || typeof value === 'string',
  object: (value) => (typeof value === 'object' && !Array.isArray(value)) || isText(value, /^\s*\{/),
  array: (value) => Array.isArray(value) || isText(value, /^\s*\[/),
};

/** True only if the schema surely refuses the value. */
function cannotBe({ type, flags, preferences, allow = [] }: Description, value: unknown): boolean {
  if (allow.includes(value)) return false;
  if (type === 'any') return flags?.only === true;
  if (preferences?.convert === false && typeof value === 'string') return true;
  return sources[type] !== undefined && !sources[type](value);
}
