import { startForTest, type Tested } from '@herald/testing';
import { record } from './audit-record.fixture';
import { service } from './service';

const post = 'POST /audit/api/v1/audit';
const search = 'POST /audit/api/v1/audit/search';

let herald: Tested;
beforeAll(async () => (herald = await startForTest(service)));
afterAll(() => herald?.stop());

describe(search, () => {
  const mine = () => herald.as({ companies: [51] });
  beforeAll(async () => {
    const other = {
      ...record,
      created_at: '2026-01-06T23:59:59.999Z',
      application: 'shop',
      source: { os: 'ios', core_id: 'phone-2' },
      transaction: { result: 'failed' },
      extra_data: { deep: 1 },
    };
    const body = [record, other].map((one) => ({ ...one, company_id: 51 }));
    await herald.as()(post, { body });
    await herald.as()(post, { body: { ...record, company_id: 52 } });
  });

  it.each([
    [{}, ['shop', 'wallet']],
    [{ application: 'wallet' }, ['wallet']],
    [{ 'source.os': 'ios' }, ['shop']],
    [{ 'source.core_id': 'phone-1', 'transaction.result': 'ok' }, ['wallet']],
    [{ 'source.core_id': 'phone-1', 'transaction.result': 'failed' }, []],
    [{ extra_data: 'plain text' }, ['wallet']],
    [{ 'transaction.timestamp': '1767607200' }, ['wallet']],
    [{ 'transaction.timestamp': 1767607200 }, ['wallet']],
    [{ created_at: '2026-01-06' }, ['shop']],
    [{ created_at: '2026-01-05T10:00:00Z' }, ['wallet']],
    [{ created_at: '2026-01-05T10:00:01Z' }, []],
    [{ application: 'none' }, []],
  ])('finds by %j', async (body, expected) => {
    const answer = await mine()(search, { body });
    expect(answer.status).toBe(200);
    expect(answer.body.audit.map(({ application }: { application: string }) => application).sort()).toEqual(expected);
    expect(answer.body.total).toBe(expected.length);
  });

  it('counts records that arrive after an earlier search', async () => {
    const count = async () => (await mine()(search, { body: { platform: 'fresh' } })).body.total;
    expect(await count()).toBe(0);
    for (const expected of [1, 2]) {
      await herald.as()(post, { body: { company_id: 51, application: 'counted', platform: 'fresh' } });
      expect(await count()).toBe(expected);
    }
  });

  it('returns the requested fields, which must include application', async () => {
    const query = { fields: 'application,source.os' };
    const { body } = await mine()(search, { body: { 'source.os': 'ios' }, query });
    expect(body.audit).toEqual([{ application: 'shop', source: { os: 'ios' } }]);
    expect((await mine()(search, { body: {}, query: { fields: 'source.os' } })).status).toBe(422);
    expect((await mine()(search, { body: {}, query: { fields: 'application,nope' } })).status).toBe(422);
  });

  it.each([
    { application: ['wallet'] },
    { application: { $ne: 'x' } },
    { application: null },
    { $where: 'true' },
    { 'source.carrier': 'x' },
    { created_at: 'yesterday' },
    [],
  ])('refuses %j', async (body) => {
    expect((await mine()(search, { body })).status).toBe(422);
  });

  it('is reachable by GET with a body', async () => {
    const { request } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      const body = '{"application":"wallet"}';
      const headers = {
        authorization: `Bearer ${herald.token()}`,
        'content-type': 'application/json',
        'content-length': body.length,
      };
      const sent = request(`${herald.url}/audit/api/v1/audit/search`, { method: 'GET', headers }, (res) =>
        resolve(res.statusCode),
      );
      sent.on('error', reject).end(body);
    });
    expect(status).toBe(200);
  });
});
