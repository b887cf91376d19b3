import { randomUUID } from 'node:crypto';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { service } from '../service';
import { createdBy, gold, path } from './tag-value.fixture';

let herald: Tested;
beforeEach(async () => (herald = await startForTest(service)));
afterEach(() => herald?.stop());
const made = (body?: object) => createdBy(herald, body);

describe(`PUT ${path}/:tag_value_uuid`, () => {
  it('updates field by field, and logs the write', async () => {
    const { uuid, created_at } = await made();
    const logged = await herald.collectServiceLog();
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

  it('gives one answer for an unknown value and for one of another company', async () => {
    const { uuid } = await made();
    for (const one of [uuid, randomUUID(), '$ne']) {
      const { status, body } = await herald.as({ companies: [2] })(`PUT ${path}/${one}`, { body: { name: 'Mine' } });
      expect([status, body]).toEqual([404, { code: 404, resource: 'SystemicTagsValue', message: 'Not found' }]);
    }
  });

  it.each([{ color: 'red' }, { color: '#ffd70080' }, { name: '' }, { name: { $ne: 1 } }, { description: ['x'] }])(
    'refuses %j',
    async (change) => {
      const { uuid } = await made();
      const { status, body } = await herald.as()(`PUT ${path}/${uuid}`, { body: change });
      expect([status, Object.keys(body.errors)]).toEqual([422, Object.keys(change)]);
    },
  );
});
