import { deviceRegistered, type DeviceRegistered } from '@herald/contracts';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { appReport, report } from '../report.fixture';
import { service } from '../service';

const search = 'POST /index/v1/device';
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const day = (days: number) => daysAgo(days).toISOString().slice(0, 10);

type Change = Partial<DeviceRegistered> & { days: number };
const device = (core_id: string, characteristics: object, { days, ...change }: Change): DeviceRegistered =>
  report(0, {
    core_id,
    characteristics: { emulator: false, system_name: 'android', system_version: '33', ...characteristics },
    reported_at: daysAgo(days).toISOString(),
    ...change,
  });
const devices = [
  device(
    'aaa-111',
    { brand: 'Acme', model: 'One', imei: '350001' },
    { days: 1, app: appReport('1', { plan: 'gold' }) },
  ),
  device(
    'bbb-222',
    { brand: 'Acme', model: 'Two', imei: '350002' },
    { days: 50, app: appReport('1', { plan: 'free' }) },
  ),
  device(
    'ccc-333',
    { brand: 'Globex', system_name: 'iOS' },
    { days: 1, app: appReport('2', { plan: 'gold', a: 'x' }) },
  ),
  device('DDD.*44', { brand: 'Globex', emulator: 'true', system_version: '28' }, { days: 3, app: appReport('1') }),
  device('ccc-333', {}, { days: 2, app: appReport('1', { plan: 'free', b: 'y' }) }),
  device('eee-555', { brand: 'Acme' }, { days: 1, company_id: '2', app: appReport('9', { plan: 'gold' }) }),
];

let herald: Tested;
beforeAll(async () => {
  herald = await startForTest(service);
  await Promise.all(devices.map((one) => herald.publish(deviceRegistered, one)));
  const stored = herald.database('index').collection('devices');
  await eventually(async () => (await stored.countDocuments()) === 5 && stored.findOne({ 'apps.1.app_id': /./ }));
});
afterAll(() => herald?.stop());

const asked = (body: object, query = {}) => herald.as({ companies: [1] })(search, { body, query });
const coreIds = ({ body }: { body: { data: { core_id: string }[] } }) => body.data.map(({ core_id }) => core_id).sort();
const [a, b, c, d] = ['aaa-111', 'bbb-222', 'ccc-333', 'DDD.*44'];

describe(search, () => {
  it.each([
    [{}, [a, b, c, d]],
    [{ core_id: 'aaa-111' }, [a]],
    [{ core_id: ['aaa-111', 'bbb-222', 'eee-555'] }, [a, b]],
    [{ brand: 'Acme' }, [a, b]],
    [{ brand: 'acme' }, []],
    [{ brand: 'Acme', model: ['Two', 'Three'] }, [b]],
    [{ imei: '350001' }, [a]],
    [{ emulator: 'true' }, [d]],
    [{ emulator: ['true', 'false'] }, [a, b, c, d]],
    [{ system_name: 'iOS' }, [c]],
    [{ system_version: '28' }, [d]],
    [{ updated_at: day(1) }, [a, c]],
    [{ updated_at: [day(3), day(2)] }, [d]],
    [{ updated_at: [day(2), day(3)] }, []],
    [{ created_at: day(2) }, [c]],
    [{ status: true }, [a, c, d]],
    [{ status: false }, [b]],
    [{ status: [true, false] }, [a, b, c, d]],
    [{ search: '3500' }, [a, b]],
    [{ search: 'A-11' }, [a]],
    [{ search: 'BBB' }, [b]],
    [{ search: 'd.*4' }, [d]],
    [{ search: '...' }, []],
    [{ search: ['0002', 'ddd.'] }, [b, d]],
    [{ 'apps.app_id': '1' }, [a, b, c, d]],
    [{ 'apps.app_id': ['2', '9'] }, [c]],
    [{ 'apps.tags.plan': 'gold' }, [a, c]],
    [{ 'apps.tags.plan': ['free', 'gold'] }, [a, b, c]],
    [{ 'apps.updated_at': day(2) }, [c]],
    [{ 'apps.created_at': [day(60), day(40)] }, [b]],
    [{ 'apps.created_at': ['2020-01-01', day(40)] }, [b]],
    [{ company_id: 1, brand: 'Globex' }, [c, d]],
    [{ company_id: ['1', '2'] }, [a, b, c, d]],
    [{ company_id: '2' }, []],
  ])('finds by %j', async (filters, expected) => {
    const answer = await asked(filters);
    expect([answer.status, answer.body.resource, answer.body.message]).toEqual([200, 'Device', 'Found']);
    expect([coreIds(answer), answer.body.total]).toEqual([[...expected].sort(), expected.length]);
  });

  it.each([
    [{ 'apps.app_id': '1', 'apps.tags.plan': 'gold' }, [a]],
    [{ 'apps.app_id': '2', 'apps.tags.plan': 'gold', 'apps.tags.a': 'x' }, [c]],
    [{ 'apps.tags.plan': 'gold', 'apps.tags.b': 'y' }, []],
    [{ 'apps.tags.a': 'x', 'apps.tags.b': 'y' }, []],
    [{ 'apps.app_id': '2', 'apps.updated_at': day(2) }, []],
    [{ 'apps.app_id': '1', 'apps.updated_at': day(2) }, [c]],
    [{ 'apps.tags.plan': 'free', 'apps.updated_at': [day(2), day(1)] }, [c]],
  ])('requires all conditions on an app of one entry: %j', async (filters, expected) => {
    expect(coreIds(await asked(filters))).toEqual(expected);
  });

  it('gives page after page, each with the total', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => asked({}, { page, per_page: 2 })));
    expect(pages.map(({ body }) => [body.page, body.per_page, body.total, body.data.length])).toEqual([
      [1, 2, 4, 2],
      [2, 2, 4, 2],
      [3, 2, 4, 0],
    ]);
    expect(pages.flatMap(coreIds).sort()).toEqual([a, b, c, d].sort());
    expect((await asked({})).body.per_page).toBe(50);
    expect((await asked({}, { per_page: 10_000 })).status).toBe(200);
  });

  it('answers the requested fields only', async () => {
    const { body } = await asked({ core_id: 'ccc-333' }, { fields: 'core_id,apps.app_id' });
    expect(body.data).toEqual([
      { core_id: 'ccc-333', apps: expect.arrayContaining([{ app_id: '1' }, { app_id: '2' }]) },
    ]);
    const both = await asked({ core_id: 'ccc-333' }, { fields: 'apps,apps.app_id,updated_at' });
    expect([both.status, Object.keys(both.body.data[0])]).toEqual([200, ['apps', 'updated_at']]);
    const unknown = await asked({}, { fields: 'core_id,trigrams' });
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['fields']]);
  });

  it('shows the devices of all companies to services', async () => {
    expect((await herald.as()(search, { body: { 'apps.tags.plan': 'gold' } })).body.total).toBe(3);
    expect(coreIds(await herald.as()(search, { body: { company_id: '2' } }))).toEqual(['eee-555']);
  });

  it.each([
    [{ brnad: 'Acme' }, 'brnad'],
    [{ $where: '1' }, '$where'],
    [{ brand: { $ne: 1 } }, 'brand'],
    [{ 'apps.tags.plan': { $gt: '' } }, 'apps.tags.plan'],
    [{ emulator: true }, 'emulator'],
    [{ search: 'ab' }, 'search'],
    [{ app_keys: 'x' }, 'app_keys'],
    [{ said: 'x' }, 'said'],
  ])('refuses %j', async (filters, name) => {
    const { status, body } = await asked(filters);
    expect([status, body.message, Object.keys(body.errors)]).toEqual([422, 'Fail', [name]]);
  });

  it.each(['page=0', 'page=x', 'per_page=10001', 'per_page=-1'])('refuses %s', async (query) => {
    expect((await herald.as()(`${search}?${query}`, { body: {} })).status).toBe(422);
  });

  it('needs the read scope, and refuses devices', async () => {
    expect((await herald.as({ scope: 'index:read' })(search, { body: {} })).status).toBe(200);
    expect((await herald.as({ coreId: 'aaa-111' })(search, { body: {} })).status).toBe(403);
  });
});
