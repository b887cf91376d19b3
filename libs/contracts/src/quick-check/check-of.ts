import { ruleOf, unsure, type Check } from './rules';
import { baseOf, coercionOf, type Description } from './types';

const described = new Set([
  ...['type', 'flags', 'preferences', 'rules', 'allow', 'keys', 'patterns', 'items', 'ordered', 'matches'],
  ...['dependencies', 'metas', 'notes', 'examples'],
]);
const knownFlags = new Set(['presence', 'default', 'only', 'unknown', 'format', 'description', 'unit']);

/** Undefined: nothing is known of such a schema. */
export function checkOf(description: Description): Check | undefined {
  const { flags = {}, rules = [], allow = [] } = description;
  const base = baseOf(description, checkOf);
  const steps = rules.map((rule) => ruleOf(description.type, rule));
  const coerce = coercionOf(description);
  if (!base || !isPlain(description) || steps.some((step) => step === undefined)) return undefined;
  const all = [base, ...steps.flatMap((step) => step ?? [])];
  const allowed = new Set(allow);
  const ifAbsent = flags.presence === 'required' ? unsure : flags.default;
  return (sent, holder) => {
    if (sent === undefined) return typeof ifAbsent === 'object' ? structuredClone(ifAbsent) : ifAbsent;
    let value = coerce(sent);
    if (allowed.has(value)) return value;
    if (flags.only) return unsure;
    for (const step of all) {
      value = step(value, holder);
      if (value === unsure) return unsure;
    }
    return value;
  };
}

/** True if every word of the description is known here. */
function isPlain(description: Description): boolean {
  const { type, flags = {}, preferences = {}, allow = [] } = description;
  const isScalar = type === 'number' || type === 'boolean';
  return (
    Object.keys(description).every((name) => described.has(name)) &&
    Object.keys(flags).every((name) => knownFlags.has(name)) &&
    [undefined, 'required', 'optional'].includes(flags.presence as undefined) &&
    isDefault(flags.default) &&
    allow.every((value) => value === null || typeof value !== 'object') &&
    Object.entries(preferences).every(
      ([name, value]) => name === 'messages' || (name === 'convert' && value === false && isScalar),
    )
  );
}

/** A default that is itself; others are computed, or a mark that stands for the defaults of the keys. */
function isDefault(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function' && typeof value !== 'symbol';
  return Object.keys(value).length === 0;
}
