import * as contracts from '@herald/contracts';
import { validator, type MessageType, type Schema } from '@herald/contracts';
import { below, createRandom, pick, type Random } from '@herald/standin-testing';
import { allServices } from './services';

/** Every schema of a request or a message passes and refuses the same with and without the quick check before it. */
const options = { abortEarly: false, stripUnknown: { objects: true, arrays: false } };

const requests = allServices.flatMap(({ routes }) =>
  routes.flatMap(({ method, path, body, query, example }): [string, Schema, unknown][] => [
    ...(body && example?.body ? [[`${method} ${path}`, body.schema, example.body] as [string, Schema, unknown]] : []),
    ...(query ? [[`query of ${method} ${path}`, query, example?.query ?? {}] as [string, Schema, unknown]] : []),
  ]),
);
const isMessage = (one: unknown): one is MessageType<unknown> =>
  typeof (one as Partial<MessageType<unknown>>).schema === 'object';
const messages = Object.values<unknown>(contracts)
  .filter(isMessage)
  .map(({ type, schema }): [string, Schema, unknown] => [type, schema, fill(schema.describe())]);

type Described = { type?: string; flags?: { only?: boolean }; allow?: unknown[]; keys?: Record<string, Described> };

/** A value for each name of a schema; whether it fits does not matter. */
function fill({ type, flags, allow, keys = {}, ...rest }: Described & { items?: Described[] }): unknown {
  if (flags?.only) return allow![0];
  if (type === 'object') return Object.fromEntries(Object.entries(keys).map(([name, one]) => [name, fill(one)]));
  if (type === 'array') return (rest.items ?? []).map(fill);
  return type === 'number' ? 3 : type === 'boolean' ? true : '4f6f8f3e-1d1b-5b52-9d4c-0a4c7b6f3f10';
}

const odd = [
  ...[null, true, false, 0, 1, -1, 1.5, 2 ** 53, '', ' ', 'a', ' A ', '1', 'true', '{"a":1}', '[1]', 'x'.repeat(300)],
  ...['2026-01-02', '2026-01-02T03:04:05.678Z', 'a@b.co', '\u0000', [], [1], ['a', 'a'], {}, { a: 1 }, { $gt: '' }],
];

function mutated(value: unknown, random: Random): unknown {
  if (random() < 0.08) return pick(random, odd);
  if (Array.isArray(value)) return [...value, ...value.slice(0, below(random, 2))].map((one) => mutated(one, random));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(() => random() > 0.05);
  if (random() < 0.1) kept.push([pick(random, ['unknown', 'constructor', '__proto__', 'a.b']), 1]);
  return Object.fromEntries(kept.map(([name, one]) => [name, mutated(one, random)]));
}

/** As it is stored and hashed: dates differ from texts, and names keep their order. */
const shown = (value: unknown): string | undefined =>
  JSON.stringify(value, function (this: Record<string, unknown>, name, one: unknown) {
    return this[name] instanceof Date ? { date: one } : one;
  });

it.each([...requests, ...messages])('%s', (name, schema, example) => {
  const random = createRandom(name.length);
  const validate = validator(schema, options);
  for (let round = 0; round < 200; round++) {
    const value = mutated(example, random);
    const decided = schema.validate(value, options);
    const checked = validate(value);
    expect([shown(value), checked.error?.message]).toEqual([shown(value), decided.error?.message]);
    if (!decided.error) expect([shown(value), shown(checked.value)]).toEqual([shown(value), shown(decided.value)]);
  }
});
