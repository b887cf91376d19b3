import { deviceRegistered } from '@herald/contracts';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { appReport, report } from '../report.fixture';
import { service } from '../service';

const download = 'POST /index/v1/device.csv';
const count = 1_203;

let herald: Tested;
beforeAll(async () => {
  herald = await startForTest(service);
  const stored = herald.database('index').collection('devices');
  await herald.publish(deviceRegistered, report(0, { core_id: 'first', app: appReport('1', { plan: 'gold' }) }));
  await herald.publish(deviceRegistered, report(0, { core_id: 'other', company_id: '2', app: appReport('9') }));
  await eventually(async () => (await stored.countDocuments()) === 2);
  const { _id: _, ...first } = (await stored.findOne({ core_id: 'first' }))!;
  const more = Array.from({ length: count - 1 }, (_one, at) => ({ ...first, core_id: `phone-${at}`, model: 'Many' }));
  await stored.insertMany(more);
});
afterAll(() => herald?.stop());

const rowsRequest = (body: string) => body.split('\r\n').slice(1, -1);
const asked = (body: object, companies = [1]) => herald.as({ companies })(download, { body });

it("gives all devices of the caller's companies, over many pages", async () => {
  const { status, body, headers } = await asked({});
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(body.startsWith('\uFEFFcore_id,brand,model,')).toBe(true);
  const ids = rowsRequest(body).map((row) => row.split(',')[0]);
  expect([ids.length, new Set(ids).size, ids.includes('other')]).toEqual([count, count, false]);
});

it('gives exactly what the filters match', async () => {
  const ids = rowsRequest((await asked({ 'apps.tags.plan': 'gold', core_id: ['first', 'other'] })).body);
  expect(ids.map((row) => row.split(',')[0])).toEqual(['first']);
  expect(rowsRequest((await asked({ model: 'Many' })).body)).toHaveLength(count - 1);
  expect((await asked({ nope: 1 })).status).toBe(422);
  expect(rowsRequest((await asked({ company_id: 1 }, [2])).body)).toEqual([]);
});
