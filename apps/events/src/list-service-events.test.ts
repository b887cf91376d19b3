import { randomUUID } from 'node:crypto';
import { serviceLogged, type ServiceLogged } from '@herald/envelopes';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { service } from './service';

const list = 'GET /events/v1/event/service';
const record = (change: Partial<ServiceLogged> = {}): ServiceLogged => ({
  uuid: randomUUID(),
  service: 'company',
  resource: 'App',
  resource_id: '1',
  resource_id_2: '',
  operation: 'create',
  description: 'Create an app of a company',
  relevance: 'low',
  result: true,
  company_id: '1',
  user_id: 'somebody',
  audit_id: '',
  created_at: '2026-01-05T10:00:00.000Z',
  ...change,
});
const records = [
  record(),
  record({ company_id: '2', created_at: '2026-01-06T10:00:00.000Z' }),
  record({ result: false, operation: 'update', created_at: '2026-01-07T23:59:59.500Z' }),
  record({ service: 'index', resource: 'Identity', company_id: '', created_at: '2026-01-08T10:00:00.000Z' }),
];

let herald: Tested;
beforeAll(async () => {
  herald = await startForTest(service, { SERVICE_LOG_DAYS: '36500' });
  // Twice, and in another order: a message may come late and more than once.
  for (const one of [...records, ...records.toReversed()]) await herald.publish(serviceLogged, one);
  const stored = herald.database('events').collection('service_events');
  await eventually(async () => (await stored.countDocuments()) === records.length);
});
afterAll(() => herald?.stop());

const uuids = (body: { data: ServiceLogged[] }) => body.data.map(({ uuid }) => uuid);

describe(list, () => {
  it('lists what was logged, once, newest first', async () => {
    const { status, body } = await herald.as()(list);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      code: 200,
      resource: 'Service Log',
      message: 'Found',
      page: 1,
      per_page: 20,
      total: 4,
    });
    expect(body.data).toEqual(records.toReversed());
  });

  it('shows a token the records of its companies only', async () => {
    expect(uuids((await herald.as({ companies: [1] })(list)).body)).toEqual([records[2]!.uuid, records[0]!.uuid]);
    expect((await herald.as({ companies: [1] })(list, { query: { company_id: 2 } })).status).toBe(403);
  });

  it.each([
    [{ service: 'index' }, [3]],
    [{ resource: 'App', result: false }, [2]],
    [{ operation: 'update' }, [2]],
    [{ company_id: 2 }, [1]],
    [{ from_date: '2026-01-06', until_date: '2026-01-07' }, [2, 1]],
    [{ from_date: '2026-01-08T10:00:00.001Z' }, []],
    [{ service: 'none' }, []],
  ] as [Record<string, string>, number[]][])('filters by %j', async (query, expected) => {
    const { body } = await herald.as()(list, { query });
    expect(uuids(body)).toEqual(expected.map((at) => records[at]!.uuid));
    expect(body.total).toBe(expected.length);
  });

  it.each(['page=0', 'per_page=1001', 'page=x', 'result=maybe', 'from_date=2026-02-30'])(
    'refuses %s',
    async (query) => {
      const { status, body } = await herald.as()(`${list}?${query}`);
      expect([status, Object.keys(body.errors)]).toEqual([422, [query.split('=')[0]]]);
    },
  );

  it('reads one record, and answers the same for an unknown one and for one of another company', async () => {
    const one = (uuid: string) => herald.as({ companies: [1] })(`${list}/${uuid}`);
    expect((await one(records[0]!.uuid)).body).toMatchObject({ message: 'Found', data: records[0] });
    for (const uuid of [records[1]!.uuid, randomUUID(), '$ne'])
      expect((await one(uuid)).body).toEqual({ code: 404, resource: 'Service Log', message: 'Not found' });
  });
});
