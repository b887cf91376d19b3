import type Joi from 'joi';

export type Json = Record<string, unknown>;
type Value = string | number | boolean | null;
type Rule = { name: string; args?: { limit?: number; sign?: string; regex?: string } };
/** What joi's `describe` gives, as far as the schemas of our routes use it. */
type Description = {
  type: string;
  flags?: { only?: boolean; unknown?: boolean; presence?: string; default?: unknown; description?: string };
  allow?: (Value | { override: true })[];
  rules?: Rule[];
  keys?: Record<string, Description>;
  patterns?: { regex?: string; schema?: Description; rule: Description }[];
  dependencies?: { rel: string; key?: string; peers: string[] }[];
  items?: Description[];
  ordered?: Description[];
  matches?: { schema: Description }[];
  /** `meta({ jsonSchema })`: what a check by hand lets through, where the schema does not tell. */
  metas?: { jsonSchema?: Json }[];
};

/** The JSON Schema of what a joi schema lets through. Conditions on other fields are left out: they only narrow it. */
export function jsonSchemaOf(schema: Joi.AnySchema): Json {
  return convert(schema.describe() as Description);
}

function convert(description: Description): Json {
  const { flags = {}, allow = [], metas = [] } = description;
  const values = allow.filter((value): value is Value => typeof value !== 'object' || value === null);
  const schema = flags.only ? enumOf(values) : withValues(schemaOf(description), values);
  return {
    ...schema,
    ...metas.find(({ jsonSchema }) => jsonSchema)?.jsonSchema,
    ...(flags.description ? { description: flags.description } : {}),
    ...(isShown(flags.default, schema) ? { default: flags.default } : {}),
  };
}

/** A default that callers could send; joi describes one that is made of the keys' own as a special object. */
function isShown(preset: unknown, { minItems = 0 }: Json): boolean {
  if (Array.isArray(preset)) return preset.length >= Number(minItems);
  return preset !== undefined && !(typeof preset === 'object' && preset !== null && 'special' in preset);
}

function enumOf(values: Value[]): Json {
  const types = [...new Set(values.map(typeOf))];
  const type = types.length === 1 ? types[0] : types;
  return values.length === 1 ? { type, const: values[0] } : { type, enum: values };
}

function typeOf(value: Value): string {
  if (value === null) return 'null';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function withValues(schema: Json, values: Value[]): Json {
  const isEmptyAllowed = values.includes('');
  const text = schema.type === 'string' ? withEmptyText(schema, isEmptyAllowed) : schema;
  const others = values.filter((value) => value !== null && !(value === '' && schema.type === 'string'));
  const whole = others.length > 0 ? { anyOf: [text, enumOf(others)] } : text;
  return values.includes(null) ? nullable(whole) : whole;
}

/** joi refuses the empty text unless it is allowed by name; it is then allowed whatever the rules say. */
function withEmptyText(schema: Json, isAllowed: boolean): Json {
  if (!isAllowed) return schema.format || schema.minLength ? schema : { ...schema, minLength: 1 };
  const isRefused = schema.format || schema.minLength || patternsOf(schema).some((one) => !new RegExp(one).test(''));
  return isRefused ? { anyOf: [schema, { type: 'string', const: '' }] } : schema;
}

const patternsOf = ({ pattern, allOf = [] }: Json): string[] =>
  [pattern, ...(allOf as Json[]).map((one) => one.pattern)].filter((one) => typeof one === 'string');

function nullable(schema: Json): Json {
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] };
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...(schema.anyOf as Json[]), { type: 'null' }] };
  return schema;
}

function schemaOf(description: Description): Json {
  const convertType = types[description.type];
  if (!convertType) throw new Error(`The schema type ${description.type} has no JSON Schema`);
  return convertType(description);
}

const types: Record<string, (description: Description) => Json> = {
  any: () => ({}),
  boolean: () => ({ type: 'boolean' }),
  date: () => ({ type: 'string', format: 'date-time' }),
  string: stringSchema,
  number: numberSchema,
  array: arraySchema,
  object: objectSchema,
  filters: objectSchema,
  alternatives: ({ matches = [] }) => oneOrAny(matches.map(({ schema }) => convert(schema))),
};

function oneOrAny(schemas: Json[]): Json {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return distinct.length > 1 ? { anyOf: distinct } : (distinct[0] ?? {});
}

const formats: Record<string, string> = { email: 'email', uri: 'uri', guid: 'uuid', isoDate: 'date-time' };

function stringSchema({ rules = [] }: Description): Json {
  const patterns = rules.filter(({ name }) => name === 'pattern').map(({ args }) => sourceOf(args!.regex!));
  if (rules.some(({ name }) => name === 'alphanum')) patterns.push('^[a-zA-Z0-9]+$');
  const format = rules.map(({ name }) => formats[name]).find(Boolean);
  return {
    type: 'string',
    ...(format ? { format } : {}),
    ...limits(rules, 'Length'),
    ...(patterns.length === 1 ? { pattern: patterns[0] } : {}),
    ...(patterns.length > 1 ? { allOf: patterns.map((pattern) => ({ pattern })) } : {}),
  };
}

function sourceOf(regex: string): string {
  const [, source, flags] = /^\/(.*)\/(\w*)$/s.exec(regex)!;
  if (flags) throw new Error(`The pattern ${regex} has flags, which JSON Schema does not know`);
  return source!;
}

/** `minLength`, `maxItems` and so on, from the rules that limit a size. */
function limits(rules: Rule[], what: 'Length' | 'Items' | 'Properties'): Json {
  const limitOf = (...names: string[]) => rules.find(({ name }) => names.includes(name))?.args?.limit;
  return present({ [`min${what}`]: limitOf('min', 'length'), [`max${what}`]: limitOf('max', 'length') });
}

function numberSchema({ rules = [] }: Description): Json {
  const argsOf = (name: string) => rules.find((rule) => rule.name === name)?.args;
  const isInteger = rules.some(({ name }) => name === 'integer');
  const minimum = argsOf('min')?.limit ?? (argsOf('sign')?.sign === 'positive' ? 1 : undefined);
  return present({ type: isInteger ? 'integer' : 'number', minimum, maximum: argsOf('max')?.limit });
}

/** Without the keywords that say nothing. */
const present = (schema: Json): Json =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));

function arraySchema({ rules = [], items = [], ordered }: Description): Json {
  const size = limits(rules, 'Items');
  if (ordered) {
    const length = ordered.length;
    const prefixItems = ordered.map(convert);
    return { type: 'array', prefixItems, items: oneOrAny(prefixItems), minItems: length, maxItems: length };
  }
  return {
    type: 'array',
    items: oneOrAny(items.map(convert)),
    ...size,
    ...(rules.some(({ name }) => name === 'unique') ? { uniqueItems: true } : {}),
  };
}

function objectSchema(description: Description): Json {
  const { keys = {}, rules = [] } = description;
  const known = Object.entries(keys).filter(([, { flags }]) => flags?.presence !== 'forbidden');
  const required = known.filter(([, { flags }]) => flags?.presence === 'required').map(([name]) => name);
  return {
    type: 'object',
    ...(known.length > 0 ? { properties: Object.fromEntries(known.map(([name, one]) => [name, convert(one)])) } : {}),
    ...(required.length > 0 ? { required } : {}),
    ...limits(rules, 'Properties'),
    ...otherKeys(description),
    ...dependenciesOf(description),
  };
}

function otherKeys({ keys, patterns = [], flags = {} }: Description): Json {
  if (patterns.length === 0) return flags.unknown === false || keys ? closedIf(flags.unknown === false) : open;
  const [first] = patterns;
  const nameOf = ({ regex, schema }: typeof first & object) =>
    regex ?? schema?.rules?.find(({ name }) => name === 'pattern')?.args?.regex;
  if (first!.rule.flags?.presence === 'forbidden') return closedIf(true);
  if (patterns.length === 1 && !keys) {
    const name = nameOf(first!);
    return {
      ...(name ? { propertyNames: { pattern: sourceOf(name) } } : {}),
      additionalProperties: convert(first!.rule),
    };
  }
  const byPattern = patterns.map((one) => [sourceOf(nameOf(one) ?? '/.*/'), convert(one.rule)] as const);
  return { patternProperties: Object.fromEntries(byPattern), ...closedIf(flags.unknown === false) };
}

const open = { additionalProperties: true };
const closedIf = (isClosed: boolean): Json => (isClosed ? { additionalProperties: false } : {});

function dependenciesOf({ dependencies = [] }: Description): Json {
  const choice = (rel: string) =>
    dependencies.find((one) => one.rel === rel)?.peers.map((name) => ({ required: [name] }));
  const following = dependencies.filter(({ rel }) => rel === 'with').map(({ key, peers }) => [key!, peers] as const);
  return present({
    anyOf: choice('or'),
    oneOf: choice('xor'),
    dependentRequired: following.length > 0 ? Object.fromEntries(following) : undefined,
  });
}
