import { startForTest, type Tested } from '@herald/testing';
import { record } from './audit-record.fixture';
import { service } from './service';

const post = 'POST /audit/api/v1/audit';
const download = 'POST /audit/api/v1/audit/search.csv';
const count = 2_100;

let herald: Tested;
beforeAll(async () => {
  herald = await startForTest(service);
  const records = Array.from({ length: count }, (_, at) => ({
    ...record,
    company_id: 51,
    application: at % 2 === 0 ? 'even' : 'odd',
    extra_data: { at, text: '=1+1' },
  }));
  for (let from = 0; from < count; from += 700) await herald.as()(post, { body: records.slice(from, from + 700) });
  await herald.as()(post, { body: { ...record, company_id: 52 } });
});
afterAll(() => herald?.stop());

const rowsOf = (body: string) => body.split('\r\n').slice(1, -1);
const asked = (body: object, companies = [51]) => herald.as({ companies })(download, { body });

it("gives all records of the caller's companies, newest first, over many pages", async () => {
  const { status, body } = await asked({});
  expect(status).toBe(200);
  expect(body.startsWith('\uFEFFapplication,audit_slug,created_at,')).toBe(true);
  const places = [...body.matchAll(/""at"":(\d+)/g)].map(([, at]) => Number(at));
  expect(places).toEqual(Array.from({ length: count }, (_, at) => count - 1 - at));
});

it('gives exactly what the search finds', async () => {
  const rows = rowsOf((await asked({ application: 'odd', created_at: record.created_at })).body);
  expect([rows.length, rows.every((row) => row.startsWith('odd,'))]).toEqual([count / 2, true]);
  expect(rowsOf((await asked({ application: 'none' })).body)).toEqual([]);
  expect(rowsOf((await asked({}, [53])).body)).toEqual([]);
  expect((await asked({ nope: 1 })).status).toBe(422);
});
