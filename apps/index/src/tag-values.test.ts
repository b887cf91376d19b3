import { randomUUID } from 'node:crypto';
import { serviceLogged } from '@herald/contracts';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { service } from './service';

const path = '/index/v1/systemic_tag_value';
const gold = {
  company_id: 1,
  systemic_tag_name: 'client_type',
  name: 'Gold',
  description: 'the best',
  color: '#ffd700',
};

let herald: Tested;
beforeEach(async () => (herald = await startForTest(service)));
afterEach(() => herald?.stop());
const made = async (body: object = gold) => (await herald.as()(`POST ${path}`, { body })).body.data;

describe('systemic tag values', () => {
  it('are created whole', async () => {
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

  it('are listed by company and tag', async () => {
    await made();
    await made({ ...gold, name: 'Silver' });
    await made({ ...gold, systemic_tag_name: 'zone' });
    await made({ ...gold, company_id: 2 });
    const list = async (query: Record<string, string>, companies: number[] = [1]) =>
      (await herald.as({ companies })(`GET ${path}`, { query })).body;
    const found = await list({ company_id: '1', systemic_tag_name: 'client_type', per_page: '1' });
    expect(found).toMatchObject({ message: 'Found', page: 1, per_page: 1, total: 2, data: [{ name: 'Gold' }] });
    expect((await list({})).total).toBe(3);
    expect((await list({}, [1, 2])).total).toBe(4);
    expect(await list({ company_id: '2' })).toEqual({ code: 403, message: 'Forbidden' });
    expect((await list({ company_id: '1', systemic_tag_name: 'none' })).data).toEqual([]);
  });

  it('are updated field by field, and the write is logged', async () => {
    const { uuid, created_at } = await made();
    const logged = await herald.collect(serviceLogged);
    const { status, body } = await herald.as({ companies: [1] })(`PUT ${path}/${uuid}`, { body: { color: '#000000' } });
    expect([status, body.resource, body.message]).toEqual([200, 'SystemicTagsValue', 'Updated']);
    expect(body.data).toMatchObject({ ...gold, company_id: '1', uuid, color: '#000000', created_at });
    expect(await herald.database('index').collection('systemic_tag_values').findOne({ uuid })).toMatchObject({
      color: '#000000',
      name: 'Gold',
    });
    expect(await eventually(() => logged[0])).toMatchObject({
      operation: 'update',
      resource_id: uuid,
      company_id: '1',
    });
  });

  it('of others and unknown ones answer the same', async () => {
    const { uuid } = await made();
    for (const one of [uuid, randomUUID(), '$ne']) {
      const { status, body } = await herald.as({ companies: [2] })(`PUT ${path}/${one}`, { body: { name: 'Mine' } });
      expect([status, body]).toEqual([404, { code: 404, resource: 'SystemicTagsValue', message: 'Not found' }]);
    }
  });

  it.each([{ color: 'red' }, { color: '#ffd70080' }, { name: '' }, { name: { $ne: 1 } }, { description: ['x'] }])(
    'refuse %j',
    async (change) => {
      const { uuid } = await made();
      const { status, body } = await herald.as()(`PUT ${path}/${uuid}`, { body: change });
      expect([status, Object.keys(body.errors)]).toEqual([422, Object.keys(change)]);
      expect((await herald.as()(`POST ${path}`, { body: { ...gold, ...change } })).status).toBe(422);
    },
  );
});
