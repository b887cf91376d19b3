import { startForTest, type Tested } from '@herald/testing';
import { service } from '../service';
import { gold, path } from './tag-value.fixture';

let herald: Tested;
beforeEach(async () => (herald = await startForTest(service)));
afterEach(() => herald?.stop());

describe(`POST ${path}`, () => {
  it('creates a value with all its fields', async () => {
    const { status, body } = await herald.as({ companies: [1] })(`POST ${path}`, { body: gold });
    expect([status, body.resource, body.message]).toEqual([201, 'SystemicTagsValue', 'Created']);
    expect(body.data).toEqual({
      ...gold,
      company_id: '1',
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await herald.as({ companies: [2] })(`POST ${path}`, { body: gold })).status).toBe(403);
  });

  it.each([{ color: 'red' }, { color: '#ffd70080' }, { name: '' }, { name: { $ne: 1 } }, { description: ['x'] }])(
    'refuses %j',
    async (change) => {
      const { status, body } = await herald.as()(`POST ${path}`, { body: { ...gold, ...change } });
      expect([status, Object.keys(body.errors)]).toEqual([422, Object.keys(change)]);
    },
  );
});
