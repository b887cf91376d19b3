import { eventually } from '@herald/testing';
import { badQueries, gold, segments } from './segment.fixture';
import {
  isForbidden,
  startMessagePersistance,
  type TestedMessagePersistance,
} from './start-message-persistance.fixture';

let herald: TestedMessagePersistance;
beforeEach(async () => (herald = await startMessagePersistance()));
afterEach(() => herald?.stop());

const create = (body: object, companies: '*' | number[] = '*') =>
  herald.as({ companies })(`POST ${segments}`, { body });
const stored = () => herald.stored('segments').find().toArray();

describe(`POST ${segments}`, () => {
  it('creates a segment and stores its filters as they were sent', async () => {
    const logged = await herald.collectServiceLog();
    const { status, body } = await create(gold, [1]);
    expect(status).toBe(201);
    expect(body).toEqual({
      code: 201,
      resource: 'Segment',
      data: {
        id: 1,
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        company_id: '1',
        name: 'Gold',
        index_query: gold.index_query,
        created_at: expect.stringMatching(/Z$/),
        updated_at: body.data.created_at,
      },
      message: 'Created',
    });
    expect(await stored()).toMatchObject([{ company_id: '1', name: 'Gold', uuid: body.data.uuid }]);
    const record = await eventually(() => logged[0]);
    expect(record).toMatchObject({ operation: 'create', result: true, company_id: '1', resource_id: body.data.uuid });
  });

  it.each(badQueries)('refuses index_query = %j', async (index_query, field) => {
    const { status, body } = await create({ ...gold, index_query });
    expect([status, body.resource, body.message, Object.keys(body.errors)]).toEqual([422, 'Segment', 'Fail', [field]]);
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['name', undefined],
    ['name', ' '],
    ['name', { $ne: 1 }],
    ['company_id', undefined],
    ['company_id', { $ne: 1 }],
    ['company_id', [1]],
  ])('refuses %s = %j', async (field, value) => {
    const { status, body } = await create({ ...gold, [field]: value });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(await stored()).toEqual([]);
  });

  it('refuses a company that the token does not hold', async () => {
    const { status, body } = await create(gold, [2]);
    expect([status, body]).toEqual(isForbidden);
    expect(await stored()).toEqual([]);
  });
});
