import { randomBytes } from 'node:crypto';
import { boolean, integer, json, list, object, oneOf, optional, string, timestamp } from '@herald/contracts';
import { connectDatabase, record, type DatabaseServer, type Stored } from './index';

const cards = record('cards', {
  fields: { id: integer(), os: oneOf('android', 'ios'), name: optional(string()), tags: list(string()) },
  internal: { found_by: list(string()), data: json(), is_kept: boolean(), seen_at: timestamp() },
  personal: ['name'],
  impersonal: ['id', 'os', 'tags', 'found_by', 'data', 'is_kept', 'seen_at'],
  indexes: [[{ id: 1 }, { unique: true }]],
  timestamps: true,
});
type Card = Stored<typeof cards>;

const database = `t${randomBytes(6).toString('hex')}`;
let server: DatabaseServer;
beforeAll(async () => {
  server = await connectDatabase(process.env.MONGO_URL!, { poolSize: 5 });
});
afterAll(async () => {
  await server.database(database).dropDatabase();
  await server.close();
});

const fresh = { id: 1, os: 'ios', tags: ['a'], found_by: ['x'], data: { a: [1] }, is_kept: true } as const;
const seen_at = new Date('2026-01-02T03:04:05.678Z');

it('stores what was declared and shows only its public fields', async () => {
  const Card = cards.model(server.database(database));
  await Card.create({ ...fresh, seen_at } as never);
  const stored = (await Card.findOne({ id: 1 }).lean())!;
  expect(stored).toMatchObject({ ...fresh, seen_at, created_at: expect.any(Date), updated_at: expect.any(Date) });
  const { created_at, updated_at } = stored;
  expect(cards.toAnswer(stored)).toEqual({ id: 1, os: 'ios', name: undefined, tags: ['a'], created_at, updated_at });
  expect(await Card.findOne({ id: 1 }, cards.projection).lean()).toEqual(cards.toAnswer(stored));
});

it('describes answers by the same fields', () => {
  const answer = { id: 1, os: 'ios', tags: [], created_at: seen_at.toISOString(), updated_at: seen_at.toISOString() };
  expect(cards.answer.validate(answer, { convert: false }).error).toBeUndefined();
  expect(cards.answer.validate({ ...answer, found_by: [] }).error?.message).toBe('"found_by" is not allowed');
  expect(object({ ...cards.fields, id: string() }).validate({ ...answer, id: 'x' }).error).toBeUndefined();
});

it('has the TypeScript type of what it stores', async () => {
  const Card = cards.model(server.database(database));
  const card: Card | null = await Card.findOne({ id: 1 }).lean();
  // @ts-expect-error No such field.
  expect(card!.nothing).toBeUndefined();
  // @ts-expect-error A value that the field does not have.
  expect(card!.os === 'windows').toBe(false);
  const partial = await Card.findOne({ id: 1 }, cards.projection).lean();
  // @ts-expect-error The projection leaves out internal fields.
  expect(partial!.found_by).toBeUndefined();
  // @ts-expect-error An answer has no internal fields.
  expect(cards.toAnswer(card!).found_by).toBeUndefined();
});

describe('the declaration of what is personal', () => {
  const fields = { id: integer(), name: string() };

  it('names each stored field once, or the record does not load', () => {
    expect(record('people', { fields, personal: ['name'], impersonal: ['id'] }).personal).toEqual(['name']);
    // @ts-expect-error A field without a decision.
    expect(() => record('people', { fields, personal: ['name'], impersonal: [] })).toThrow('people: name each');
    // @ts-expect-error An internal field without a decision.
    expect(() => record('people', { internal: fields, personal: ['name'], impersonal: [] })).toThrow(/once: id$/);
    // @ts-expect-error A field named as both.
    expect(() => record('people', { fields, personal: ['name'], impersonal: ['id', 'name'] })).toThrow(/once: name$/);
    // @ts-expect-error A field named twice.
    expect(() => record('people', { fields, personal: ['name', 'name'], impersonal: ['id'] })).toThrow(/once: name$/);
    // @ts-expect-error No such field.
    expect(() => record('people', { fields, personal: ['name'], impersonal: ['id', 'age'] })).toThrow(/once: age$/);
  });

  it('cannot be left out', () => {
    // @ts-expect-error No lists.
    expect(() => record('people', { fields })).toThrow();
  });
});
