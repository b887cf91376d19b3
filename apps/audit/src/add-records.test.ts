import { eventually, startForTest, type Tested } from '@herald/testing';
import { record, shownRecord } from './audit-record.fixture';
import { service } from './service';

const post = 'POST /audit/api/v1/audit';
const search = 'POST /audit/api/v1/audit/search';

let herald: Tested;
beforeAll(async () => (herald = await startForTest(service)));
afterAll(() => herald?.stop());
const stored = () => herald.database('audit').collection('audit_records').countDocuments();

describe(post, () => {
  it('appends one record or a list, and logs each write once', async () => {
    const logged = await herald.collectServiceLog();
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
    expect(body.audit[0]).toEqual(shownRecord);
  });

  it('stores small requests that arrive together as few blocks', async () => {
    const postings = herald.database('audit').collection<{ _id: string }>('audit_postings');
    const before = await postings.countDocuments();
    const body = { ...record, company_id: 45 };
    const answers = await Promise.all(Array.from({ length: 30 }, () => herald.as()(post, { body })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const alone = 20;
    expect((await postings.countDocuments()) - before).toBeLessThan(10 * alone);
    const found = await herald.as({ companies: [45] })(search, { body: { application: 'wallet' } });
    expect(found.body.total).toBe(30);
  });

  it('dates a record without a time by its arrival', async () => {
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

  it('appends nothing twice for one Idempotency-Key, also after an incomplete first try', async () => {
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

  it('requires a company, and refuses one that the token does not hold', async () => {
    const ours = herald.as({ companies: [1, 2] });
    expect((await ours(post, { body: { application: 'a' } })).body.errors).toEqual({ company_id: ['is required'] });
    expect((await ours(post, { body: [record, { ...record, company_id: 3 }] })).status).toBe(403);
  });

  it('accepts from a device only its own records', async () => {
    const device = herald.as({ companies: [43], coreId: 'phone-1' });
    const own = { application: 'wallet', source: { core_id: 'phone-1' } };
    expect((await device(post, { body: own })).status).toBe(201);
    expect((await device(post, { body: [own, { ...own, source: { core_id: 'phone-2' } }] })).status).toBe(403);
    expect((await device(post, { body: { application: 'wallet' } })).status).toBe(403);
    expect((await device(search, { body: {} })).status).toBe(403);
  });

  it.each(['PUT', 'PATCH', 'DELETE'])('refuses %s', async (method) => {
    expect((await herald.as()(`${method} /audit/api/v1/audit`, { body: record })).status).toBe(405);
  });
});
