import { below, createRandom, pick, type Random } from '@herald/standin-testing';
import Joi from 'joi';
import { allMessages } from '../all-messages';
import { companyId, dateTime, dni, email, freeObject, isoDate, text, uuid } from '../fields';
import {
  anyObject,
  anyOf,
  boolean,
  integer,
  json,
  list,
  mapOf,
  nullable,
  number,
  object,
  oneOf,
  optional,
  string,
  tuple,
  withDefault,
} from '../schema';
import { checkOf } from './check-of';
import { unsure } from './rules';
import type { Description } from './types';
import { validator } from './validator';

const options = { abortEarly: false, stripUnknown: true };
const quickOf = (schema: Joi.Schema) => checkOf(schema.describe() as Description) ?? (() => unsure);

const schemas: Record<string, Joi.Schema> = {
  text: text(5).min(2),
  trimmed: text().trim().allow(''),
  lower: string().lowercase().trim(),
  uuid: uuid(),
  email: email(),
  dni: dni(),
  integer: integer().min(-1).max(9),
  positive: number().positive().strict(),
  boolean: boolean(),
  oneOf: anyOf(oneOf('a', 'b'), oneOf(1, 2), oneOf(true)),
  nullable: nullable(string()),
  moment: dateTime(),
  isoText: isoDate(),
  company: companyId(),
  either: anyOf(text(10).allow(''), number().strict(), boolean().strict()),
  oneOrMany: anyOf(object({ a: string() }), list(object({ a: string() })).max(2)),
  list: list(integer()).min(1).max(3),
  tuple: tuple(number().min(0), string()),
  map: mapOf(string().allow('')),
  free: freeObject(text(4)),
  any: json(),
  open: anyObject(),
  closed: object({ a: string() }).unknown(false),
  kept: object({ a: string() }).unknown(true),
  object: object({
    id: string(),
    more: optional(integer()),
    size: withDefault(integer(), 5),
    made: withDefault(anyObject(), {}),
    address: optional(string().uri()),
  }),
  pair: object({ a: optional(string()), b: optional(string()) }).or('a', 'b'),
  referring: object({ a: integer(), b: integer().min(Joi.ref('a')) }),
  asMany: object({ a: list(integer()), b: optional(list(integer()).length(Joi.ref('a.length'))) }),
  eachOther: object({ a: object({ b: integer() }), c: list(integer()).length(Joi.ref('a.b')) }),
  onlyOne: object({ a: optional(string()), b: withDefault(integer(), 1) }).xor('a', 'b'),
  with: object({ a: optional(string()), b: optional(integer()) }).with('a', 'b'),
  anyNames: anyObject().or('a', 'b'),
  within: object({ a: object({ b: optional(string()) }), c: optional(string()) }).or('a.b', 'c'),
};

const texts = [
  ...['', ' ', 'a', ' b ', 'abc', 'ABCDEF', 'x\u0000y', '1', '-1', '1.5', '1e3', 'true', 'False', 'null', '12.345-k'],
  ...['{"a":"b"}', ' {"a":1}', '[1]', '2026-01-02', '2026-01-02T03:04:05Z', '2026-01-02T03:04:05.678Z', 'é'],
  ...['2026-13-40T03:04:05.678Z', '2026-02-30T03:04:05.678Z', 'a@b.co', 'A@b.co', 'a..b@c.co', 'http://a.b'],
  ...['4f6f8f3e-1d1b-5b52-9d4c-0a4c7b6f3f10', '4F6F8F3E-1D1B-5B52-9D4C-0A4C7B6F3F10', '...', '\u2028'],
];
const scalars = [...texts, 0, -0, 1, 5, -1, 1.5, 10, 2 ** 53, -(2 ** 53), 1e21, true, false, null, undefined];
const names = ['a', 'b', 'id', 'more', 'size', 'made', 'address', 'constructor', '$x', 'a.b', '__proto__', ''];

function randomValue(random: Random, depth = 3): unknown {
  const kind = depth === 0 ? 0 : below(random, 4);
  if (kind < 2) return pick(random, scalars);
  if (kind === 2) return Array.from({ length: below(random, 4) }, () => randomValue(random, depth - 1) ?? null);
  const entries = Array.from({ length: below(random, 4) }, () => [
    pick(random, names),
    randomValue(random, depth - 1) ?? null,
  ]);
  return JSON.parse(JSON.stringify(Object.fromEntries(entries)));
}

/** As stored and hashed: dates differ from texts, and names keep their order. */
const shown = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, name, one: unknown) {
    return this[name] instanceof Date ? { date: one } : Object.is(one, -0) ? '-0' : one;
  }) ?? 'undefined';

describe('a quick check', () => {
  it.each(Object.entries(schemas))('lets nothing else through than %s', (name, schema) => {
    const random = createRandom(name.length);
    const quick = quickOf(schema);
    for (let round = 0; round < 4_000; round++) {
      const value = randomValue(random);
      const before = shown(value);
      const checked = quick(value);
      expect(shown(value)).toBe(before);
      if (checked === unsure) continue;
      const decided = schema.validate(value, options);
      expect([shown(value), decided.error?.message]).toEqual([before, undefined]);
      expect([before, shown(checked)]).toEqual([before, shown(decided.value)]);
    }
  });

  it.each([
    ['text', 'abc'],
    ['trimmed', ' x '],
    ['uuid', '4f6f8f3e-1d1b-5b52-9d4c-0a4c7b6f3f10'],
    ['email', 'ana.rojas@example.com'],
    ['company', 7],
    ['company', '7'],
    ['either', 1],
    ['oneOrMany', [{ a: 'x' }]],
    ['tuple', [1, 'a']],
    ['free', { any: 'name' }],
    ['moment', '2026-01-02T03:04:05.678Z'],
    ['object', { id: 'a', unknown: 1 }],
    ['pair', { b: 'x' }],
    ['onlyOne', {}],
    ['with', { a: 'x', b: 1 }],
    ['asMany', { a: [1, 2], b: [3, 4] }],
  ])('knows what fits %s: %j', (name, value) => {
    expect(quickOf(schemas[name]!)(value)).not.toBe(unsure);
  });

  it('leaves what it does not know to the schema', () => {
    expect(quickOf(schemas.pair!)({})).toBe(unsure);
    expect(quickOf(schemas.within!)({ a: {}, c: 'x' })).toBe(unsure);
    expect(quickOf(schemas.referring!)({ a: 1, b: 0 })).toBe(unsure);
    expect(quickOf(schemas.object!)({ id: 'a', address: 'http://a.b' })).toBe(unsure);
  });
});

/** Fields of which nothing is known: the schema would check each value that has them. */
function unknownIn(description: Description, path: string): string[] {
  const inner = Object.entries(description.keys ?? {}).flatMap(([name, field]) => unknownIn(field, `${path}.${name}`));
  const ofItems = (description.items ?? []).flatMap((item) => unknownIn(item, `${path}[]`));
  return [...(checkOf(description) ? [] : [path]), ...inner, ...ofItems];
}

it('knows every field of every message', () => {
  const found = allMessages.flatMap(({ type, schema }) => unknownIn(schema.describe() as Description, type));
  expect(found).toEqual([]);
});

it('a validator gives the errors of its schema', () => {
  const validate = validator(schemas.object!, options);
  expect(validate({ id: 1, more: 'x' }).error?.details.map(({ path }) => path.join())).toEqual(['id', 'more']);
  expect(validate({ id: 'a', unknown: 1 })).toEqual({ value: { id: 'a', size: 5, made: {} } });
});
