import {
  anyOf,
  boolean,
  companyId,
  freeObject,
  httpAddress,
  integer,
  json,
  list,
  nullable,
  object,
  oneOf,
  optional,
  string,
  timestamp,
  tuple,
  withDefault,
  withKeyDefaults,
  number,
} from '@herald/contracts';
import Joi from 'joi';
import { jsonSchemaOf } from './json-schema';

it.each([
  ['a text is not empty', string().max(5), { type: 'string', minLength: 1, maxLength: 5 }],
  ['the empty text is allowed by name', string().allow(''), { type: 'string' }],
  [
    'the empty text beside a format',
    httpAddress().allow(''),
    { anyOf: [expect.objectContaining({ type: 'string', format: 'uri' }), { type: 'string', const: '' }] },
  ],
  ['two patterns', string().pattern(/^a/).pattern(/z$/), expect.objectContaining({ allOf: expect.any(Array) })],
  ['values of one type', oneOf('android', 'ios'), { type: 'string', enum: ['android', 'ios'] }],
  ['one value', oneOf(true), { type: 'boolean', const: true }],
  ['a value or null', nullable(oneOf('fcm', 'apns')), { type: ['string', 'null'], enum: ['fcm', 'apns', null] }],
  ['null beside a type', nullable(boolean()), { type: ['boolean', 'null'] }],
  [
    'null beside alternatives',
    nullable(anyOf(integer(), boolean())),
    { anyOf: expect.arrayContaining([{ type: 'null' }]) },
  ],
  ['any value', json(), {}],
  ['a moment', timestamp(), { type: 'string', format: 'date-time' }],
  ['limits of a number', integer().min(1).max(9), { type: 'integer', minimum: 1, maximum: 9 }],
  [
    'a pair',
    tuple(number(), number()),
    {
      type: 'array',
      prefixItems: [{ type: 'number' }, { type: 'number' }],
      items: { type: 'number' },
      minItems: 2,
      maxItems: 2,
    },
  ],
  ['a list', list(boolean()).max(3), { type: 'array', items: { type: 'boolean' }, maxItems: 3 }],
  ['a default', withDefault(integer(), 1), { type: 'integer', default: 1 }],
  [
    'no default that is refused',
    withDefault(list(boolean()).min(1), []),
    { type: 'array', items: { type: 'boolean' }, minItems: 1 },
  ],
  [
    'no default made of keys',
    withKeyDefaults(object({ a: optional(boolean()) })),
    { type: 'object', properties: { a: { type: 'boolean' } } },
  ],
  [
    'required and optional keys',
    object({ a: boolean(), b: optional(boolean()) }),
    { type: 'object', properties: { a: { type: 'boolean' }, b: { type: 'boolean' } }, required: ['a'] },
  ],
  [
    'free keys',
    freeObject(boolean()),
    {
      type: 'object',
      maxProperties: 200,
      propertyNames: { pattern: expect.any(String) },
      additionalProperties: { type: 'boolean' },
    },
  ],
  [
    'named keys and keys by pattern',
    Joi.object({ a: Joi.boolean() }).pattern(/^x\./, Joi.boolean()).unknown(false),
    {
      type: 'object',
      properties: { a: { type: 'boolean' } },
      patternProperties: { '^x\\.': { type: 'boolean' } },
      additionalProperties: false,
    },
  ],
  [
    'exactly one key',
    Joi.object({}).xor('a', 'b'),
    expect.objectContaining({ oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
  ],
  [
    'a check by hand',
    list(json()).meta({ jsonSchema: { items: { type: 'null' } } }),
    { type: 'array', items: { type: 'null' } },
  ],
  ['a forbidden key', Joi.object({ a: Joi.forbidden() }), { type: 'object' }],
])('describes %s', (_, schema, expected) => {
  expect(jsonSchemaOf(schema as Joi.AnySchema)).toEqual(expected);
});

it('names both forms of a company', () => {
  expect(jsonSchemaOf(companyId())).toMatchObject({ anyOf: [{ type: 'string' }, { type: 'integer', minimum: 1 }] });
});

it('throws on what it does not know, instead of documenting it wrongly', () => {
  expect(() => jsonSchemaOf(Joi.binary())).toThrow('binary has no JSON Schema');
  expect(() => jsonSchemaOf(Joi.string().pattern(/a/i))).toThrow('has flags');
});
