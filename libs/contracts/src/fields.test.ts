import type Joi from 'joi';
import { companyId, dni, freeObject, hexColour, text } from './fields';

const read = (schema: Joi.Schema, value: unknown) => schema.validate(value, { errors: { label: false } });

it.each([
  [1, '1'],
  ['17', '17'],
  [999_999_999_999_999, '999999999999999'],
])('a company id %j is kept as %j', (sent, kept) => {
  expect(read(companyId(), sent)).toEqual({ value: kept });
});

it.each([0, -1, 1.5, '', '01', 'abc', '1e3', 2 ** 60, true, null, [1], { $ne: 1 }])('%j is no company id', (sent) => {
  expect(read(companyId(), sent).error?.message).toBe('must be a company id');
});

it.each([
  ['12.345.678-k', '12345678K'],
  [' 1 2-3 ', '123'],
])('the dni %j is kept as %j', (sent, kept) => {
  expect(read(dni(), sent).value).toBe(kept);
});

it.each(['', '.-', 7, { $gt: '' }])('%j is no dni', (sent) => {
  expect(read(dni(), sent).error).toBeDefined();
});

it('text holds no control characters, but lines and tabs', () => {
  expect(read(text(), 'a\tb\nc').error).toBeUndefined();
  expect(read(text(), 'a\u0000').error).toBeDefined();
  expect(read(text(3), 'abcd').error).toBeDefined();
});

it.each([{ $set: 1 }, { 'a.b': 1 }, { a: { $ne: 1 } }, { a: [{ 'b.c': 1 }] }])('%j cannot be kept', (sent) => {
  expect(read(freeObject(), sent).error).toBeDefined();
});

it('an object of free keys is kept as it came', () => {
  const sent = { a: 1, b: { c: [{ d: null }] }, 'with space': true, constructor: 'x' };
  expect(read(freeObject(), sent)).toEqual({ value: sent });
});

it.each(['#12345', 'red', '#1234567', '#12345678', 5])('%j is no colour', (sent) => {
  expect(read(hexColour(), sent).error).toBeDefined();
});
