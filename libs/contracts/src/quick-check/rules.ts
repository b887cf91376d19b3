/** The schema must decide: the value may not fit, or what fits it is not known here. */
export const unsure = Symbol('unsure');
/** Gives the value as the schema would let it through, or `unsure`. `holder`: the object that has the value. */
export type Check = (value: unknown, holder?: Record<string, unknown>) => unknown;

type Rule = { name: string; args?: Record<string, unknown> };
type Limited = { limit?: unknown };

const fits =
  (is: (value: never) => boolean): Check =>
  (value) =>
    is(value as never) ? value : unsure;

/** Rules on the length of a text or a list, or on the number of an object's names. */
function ofSize(name: string, { limit }: Limited, sizeOf: (value: never) => number): Check | undefined {
  if (typeof limit !== 'number') return name === 'length' ? asLongAs(limit, sizeOf) : undefined;
  if (name === 'min') return fits((value) => sizeOf(value) >= limit);
  if (name === 'max') return fits((value) => sizeOf(value) <= limit);
  return name === 'length' ? fits((value) => sizeOf(value) === limit) : undefined;
}

/** As long as another field of the same object, which `Joi.ref('<name>.length')` refers to. */
function asLongAs(limit: unknown, sizeOf: (value: never) => number): Check | undefined {
  const { ref: { path: [name, property, ...more] = [], ...options } = {} } = limit as { ref?: { path?: string[] } };
  if (!name || property !== 'length' || more.length + Object.keys(options).length > 0) return undefined;
  return (value, holder) => {
    const other = holder?.[name];
    return Array.isArray(other) && sizeOf(value as never) === other.length ? value : unsure;
  };
}

/** Addresses that any rule for them lets through. */
const plainEmail = /^[a-z\d]+(?:[._+-][a-z\d]+)*@(?:[a-z\d]+(?:-[a-z\d]+)*\.)+[a-z]{2,}$/;
const canonicalUuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** What `isoDate` lets through unchanged. */
export function isIsoText(value: unknown): boolean {
  if (typeof value !== 'string' || value.length !== 24) return false;
  const date = new Date(value);
  return !Number.isNaN(date.getTime()) && date.toISOString() === value;
}

function ofText({ name, args = {} }: Rule): Check | undefined {
  if (name === 'pattern') return ofPattern(args);
  if (name === 'guid') return args.options ? undefined : fits((value: string) => canonicalUuid.test(value));
  if (name === 'email') return fits((value: string) => value.length <= 64 && plainEmail.test(value));
  if (name === 'isoDate') return fits(isIsoText);
  // Both are done before the rules.
  if (name === 'case' || name === 'trim') return (value) => value;
  return args.encoding === undefined ? ofSize(name, args, (value: string) => value.length) : undefined;
}

/** A global or sticky expression remembers where it was. */
function ofPattern({ regex, options = {} }: { regex?: string; options?: { invert?: boolean } }): Check | undefined {
  const end = regex?.lastIndexOf('/') ?? 0;
  if (!regex?.startsWith('/') || options.invert || /[gy]/.test(regex.slice(end))) return undefined;
  const pattern = new RegExp(regex.slice(1, end), regex.slice(end + 1));
  return fits((value: string) => pattern.test(value));
}

function ofNumber({ name, args = {} }: Rule): Check | undefined {
  const limit = args.limit as number;
  if (name === 'integer') return fits((value: number) => Number.isInteger(value));
  if (name === 'sign') return fits((value: number) => (args.sign === 'positive' ? value > 0 : value < 0));
  if (typeof limit !== 'number') return undefined;
  if (name === 'min') return fits((value: number) => value >= limit);
  return name === 'max' ? fits((value: number) => value <= limit) : undefined;
}

/** A function of ours decides; one that asks for more than its error and the value as sent is left to the schema. */
function ofFunction({ method }: { method?: (value: unknown, helpers: object) => unknown }): Check | undefined {
  if (typeof method !== 'function') return undefined;
  return (value) => {
    try {
      return method(value, { error: () => unsure, message: () => unsure, original: value }) ?? unsure;
    } catch {
      return unsure;
    }
  };
}

/** Undefined: no such rule is known here. */
export function ruleOf(type: string, rule: Rule): Check | undefined {
  const { name, args = {} } = rule;
  if (name === 'custom') return ofFunction(args);
  if (type === 'string') return ofText(rule);
  if (type === 'number') return ofNumber(rule);
  if (type === 'array') return name === 'items' ? (value) => value : ofSize(name, args, (value: []) => value.length);
  if (type === 'object') return ofSize(name, args, (value: object) => Object.keys(value).length);
  return undefined;
}
