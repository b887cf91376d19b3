import { serviceLogged } from '@herald/envelopes';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { service } from './service';

const post = 'POST /audit/api/v1/audit';
const search = 'POST /audit/api/v1/audit/search';
const record = {
  company_id: 1,
  application: 'wallet',
  audit_slug: 'login-ok',
  created_at: '2026-01-05T10:00:00.000Z',
  extra_data: 'plain text',
  location: 'Santiago',
  platform: 'mobile',
  type_audit: 'login',
  source: { os: 'android', core_id: 'phone-1', emulator: false, latGeo: '-33.4', sdk_version: { sdk_audit: '1.2' } },
  transaction: { method: 'POST', operation: 'login', result: 'ok', timestamp: '1767607200', type: 'x' },
};
const { company_id: _, ...shown } = record;

let herald: Tested;
beforeAll(async () => (herald = await startForTest(service)));
afterAll(() => herald?.stop());
const stored = () => herald.database('audit').collection('audit_records').countDocuments();

describe(post, () => {
  it('appends one record, or many at once, and logs each write once', async () => {
    const logged = await herald.collect(serviceLogged);
    const one = await herald.as({ companies: [41] })(post, { body: { ...record, company_id: undefined } });
    expect([one.status, one.body]).toEqual([201, { status: true, message: 'Created', total: 1 }]);
    const many = await herald.as()(post, { body: Array.from({ length: 1000 }, () => ({ ...record, company_id: 41 })) });
    expect(many.body).toEqual({ status: true, message: 'Created', total: 1000 });
    await eventually(() => logged.length === 2);
    expect(logged.map(({ company_id, result }) => [company_id, result])).toEqual([
      ['41', true],
      ['41', true],
    ]);
    const { body } = await herald.as({ companies: [41] })(search, { body: { application: 'wallet' } });
    expect(body).toMatchObject({ status: true, message: 'Found', total: 1001, page: 1, per_page: 20 });
    expect(body.audit).toHaveLength(20);
    expect(body.audit[0]).toEqual(shown);
  });

  it('gives a record without a time the time it came', async () => {
    await herald.as()(post, { body: { company_id: 42, application: 'a' } });
    const { body } = await herald.as({ companies: [42] })(search, { body: {} });
    expect(Math.abs(Date.parse(body.audit[0].created_at) - Date.now())).toBeLessThan(5_000);
  });

  it('stores nothing of a list with one bad record', async () => {
    const before = await stored();
    const { status, body } = await herald.as()(post, { body: [record, { ...record, application: { $ne: 1 } }] });
    expect([status, Object.keys(body.errors)[0]]).toEqual([422, '1.application']);
    expect((await herald.as()(post, { body: Array(1001).fill(record) })).status).toBe(422);
    expect((await herald.as()(post, { body: [] })).status).toBe(422);
    expect(await stored()).toBe(before);
  });

  it('appends nothing twice for one Idempotency-Key, also when the first try broke off half way', async () => {
    const body = Array.from({ length: 10 }, () => ({ ...record, company_id: 44 }));
    const headers = { 'idempotency-key': 'batch-1' };
    const first = await herald.as()(post, { body, headers });
    const records = herald.database('audit').collection('audit_records');
    const [half] = await records.find({ company_id: '44' }).limit(1).toArray();
    await records.deleteMany({ company_id: '44', _id: { $ne: half!._id } });
    const keys = herald.database('audit').collection('idempotency_keys');
    await keys.updateMany({}, { $unset: { answer: 1 }, $set: { locked_until: new Date(0) } });
    const second = await herald.as()(post, { body, headers });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await records.countDocuments({ company_id: '44' })).toBe(10);
    expect((await herald.as()(post, { body, headers })).headers.get('idempotent-replay')).toBe('true');
    expect(await records.countDocuments({ company_id: '44' })).toBe(10);
  });

  it('wants to know whose the records are, and refuses those of others', async () => {
    const ours = herald.as({ companies: [1, 2] });
    expect((await ours(post, { body: { application: 'a' } })).body.errors).toEqual({ company_id: ['is required'] });
    expect((await ours(post, { body: [record, { ...record, company_id: 3 }] })).status).toBe(403);
  });

  it('lets a device write for itself alone', async () => {
    const device = herald.as({ companies: [43], coreId: 'phone-1' });
    const own = { application: 'wallet', source: { core_id: 'phone-1' } };
    expect((await device(post, { body: own })).status).toBe(201);
    expect((await device(post, { body: [own, { ...own, source: { core_id: 'phone-2' } }] })).status).toBe(403);
    expect((await device(post, { body: { application: 'wallet' } })).status).toBe(403);
    expect((await device(search, { body: {} })).status).toBe(403);
  });

  it.each(['PUT', 'PATCH', 'DELETE'])('knows no %s', async (method) => {
    expect((await herald.as()(`${method} /audit/api/v1/audit`, { body: record })).status).toBe(405);
  });
});

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

  it('counts what came after an earlier search', async () => {
    const count = async () => (await mine()(search, { body: { platform: 'fresh' } })).body.total;
    expect(await count()).toBe(0);
    for (const expected of [1, 2]) {
      await herald.as()(post, { body: { company_id: 51, application: 'counted', platform: 'fresh' } });
      expect(await count()).toBe(expected);
    }
  });

  it('returns the fields asked for, which must hold application', async () => {
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
