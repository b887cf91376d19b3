import { type ServiceLogRecord } from '@herald/contracts';
import { isWrite } from '@herald/http';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { allServices } from './services';

/** Every write of every service leaves a record, also one that was refused; of reads, those of one person or device. */
const routes = allServices.flatMap((service) =>
  service.routes.map((route) => [`${route.method} ${route.path}`, { service: service.name, route }] as const),
);

let herald: Tested;
let logged: ServiceLogRecord[];
beforeAll(async () => {
  herald = await startForTest(allServices);
  logged = await herald.collectServiceLog();
});
afterAll(() => herald?.stop());
beforeEach(() => void (logged.length = 0));

const nobody = (subject = 'somebody') => herald.as({ scope: 'nothing', subject, companies: [77] });
const address = (methodAndPath: string) => methodAndPath.replace(/:\w+/g, 'x');

it.each(routes.filter(([, { route }]) => isWrite(route)))(
  '%s leaves a record when it is refused',
  async (name, { service, route }) => {
    expect((await nobody()(address(name))).status).toBe(403);
    const record = await eventually(() => logged[0]);
    expect(record).toMatchObject({ service, resource: route.resource.success, result: false, user_id: 'somebody' });
    expect(['create', 'update', 'delete']).toContain(record.operation);
  },
);

it('leaves no record of refused reads, nor of callers who are not known', async () => {
  for (const [name, { route }] of routes)
    if (isWrite(route)) await herald.raw(address(name));
    else await nobody('another')(address(name));
  const [name, { service }] = routes.find(([, { route }]) => isWrite(route))!;
  await nobody('another')(address(name));
  await eventually(() => logged.length > 0);
  expect(logged.map((record) => record.service)).toEqual([service]);
});

/** An operator holds all companies: only what was touched can say whose record it is. */
describe('names the company that owns what was touched', () => {
  const operator = (methodAndPath: string, body?: object) => herald.as()(methodAndPath, { body });
  const recordOf = (path: string, wanted: Partial<ServiceLogRecord> = {}) =>
    eventually(() =>
      logged.findLast(
        (one) => one.service === path && Object.entries(wanted).every(([key, value]) => one[key as 'uuid'] === value),
      ),
    );
  const bundle = 'com.owned.wallet';

  it('where the request does not say it', async () => {
    const company = (await operator('POST /company/api/v2/company', { name: 'Owner', identified_by: 'email' })).body
      .company;
    const company_id = String(company.id);
    expect((await recordOf('company')).company_id).toBe(company_id);
    const app = { company_id, bundle_id: bundle, flavor_id: bundle, os: 'android', capabilities: [] };
    await operator('POST /company/api/v2/app', app);
    const device = {
      core_id: 'owned',
      company_id,
      characteristics: { system_name: 'android' },
      app: { bundle_id: bundle, version: '1', push_token: 'owned' },
    };
    expect((await operator('POST /identification/api/v1/device', device)).status).toBe(201);
    const sending = { application_name: bundle, core_id: 'owned', data: { title: 'x' } };
    const sent = await eventually(async () => {
      const answer = await operator('POST /notifications/v2/device/sendmessage', sending);
      return answer.status === 200 && answer.body.data;
    });
    expect((await recordOf('notifications', { result: true })).company_id).toBe(company_id);
    const report = { core_id: 'owned', notification_uuid: sent.notification_uuid, action: 'RECEIVED' };
    expect((await operator('POST /notifications/v2/device/report', report)).status).toBe(200);
    expect((await recordOf('notifications', { resource: 'Notification' })).company_id).toBe(company_id);

    const identity = async (dni: string) =>
      (await operator('POST /index/v1/identity', { company_uid: company_id, dni, name: 'A', last_name: 'B' })).body.data
        .uuid;
    const [from, into] = [await identity('1-9'), await identity('2-7')];
    expect((await operator(`POST /index/v1/identity/${from}/merge`, { into })).status).toBe(200);
    expect((await recordOf('index', { description: 'Merge an identity into another one' })).company_id).toBe(
      company_id,
    );

    const segment = { company_id, name: 'all', index_query: { system_name: 'android' } };
    const { uuid } = (await operator('POST /message-persistance/api/v1/segment', segment)).body.data;
    const change = { name: 'none', index_query: { system_name: 'ios' } };
    expect((await operator(`PUT /message-persistance/api/v1/segment/${uuid}`, change)).status).toBe(200);
    expect((await recordOf('message-persistance', { operation: 'update' })).company_id).toBe(company_id);
  });

  it('and a tenant who holds it sees the record of a send that named none', async () => {
    const company = (await operator('POST /company/api/v2/company', { name: 'Other', identified_by: 'email' })).body
      .company;
    const mine = herald.as({ companies: [company.id - 1] });
    const records = await eventually(async () => {
      const { body } = await mine('GET /events/v1/event/service', {
        query: { service: 'notifications', per_page: 100 },
      });
      return body.data.length > 0 && body.data;
    });
    expect(new Set(records.map((one: ServiceLogRecord) => one.company_id))).toEqual(new Set([String(company.id - 1)]));
  });
});
