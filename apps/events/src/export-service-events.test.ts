import { serviceLogged } from '@herald/contracts';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { service } from './service';
import { serviceLogRecord } from './service-log-record.fixture';

const download = 'GET /events/v1/event/service.csv';
const count = 2_345;

let herald: Tested;
beforeAll(async () => {
  herald = await startForTest(service, { SERVICE_LOG_DAYS: '36500' });
  const stored = herald.database('events').collection('service_events');
  await herald.publish(serviceLogged, { records: [serviceLogRecord({ company_id: '2', result: false })] });
  await eventually(async () => (await stored.countDocuments()) === 1);
  const { _id: _, ...first } = (await stored.findOne({}))!;
  // Many of one moment: the uuid decides their order.
  const many = Array.from({ length: count }, (_one, at) => ({
    ...first,
    company_id: '1',
    result: true,
    uuid: `record-${String(at).padStart(5, '0')}`,
    created_at: new Date(Date.UTC(2026, 0, 5, 10, 0, Math.floor(at / 1_500))),
  }));
  await stored.insertMany(many);
});
afterAll(() => herald?.stop());

const uuidsOf = (body: string) =>
  body
    .split('\r\n')
    .slice(1, -1)
    .map((row) => row.split(',')[0]);

it('gives all records of the companies of the token, in the order of the list', async () => {
  const { status, body } = await herald.as({ companies: [1] })(download);
  expect(status).toBe(200);
  const uuids = uuidsOf(body);
  expect([uuids.length, new Set(uuids).size]).toEqual([count, count]);
  const list = await herald.as({ companies: [1] })('GET /events/v1/event/service?per_page=1000&page=2');
  expect(uuids.slice(1000, 2000)).toEqual(list.body.data.map(({ uuid }: { uuid: string }) => uuid));
});

it('gives exactly what the filters match', async () => {
  expect(uuidsOf((await herald.as()(download, { query: { result: false } })).body)).toHaveLength(1);
  expect(uuidsOf((await herald.as()(download, { query: { until_date: '2026-01-01' } })).body)).toEqual([]);
  expect((await herald.as({ companies: [1] })(download, { query: { company_id: 2 } })).status).toBe(403);
  expect((await herald.as()(download, { query: { result: 'maybe' } })).status).toBe(422);
});
