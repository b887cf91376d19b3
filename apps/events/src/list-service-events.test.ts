import { serviceLogged, type ServiceLogRecord } from '@herald/contracts';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { service } from './service';
import { serviceLogRecord } from './service-log-record.fixture';

const list = 'GET /events/v1/event/service';
const records = [
  serviceLogRecord(),
  serviceLogRecord({ company_id: '2', created_at: '2026-01-06T10:00:00.000Z' }),
  serviceLogRecord({ result: false, operation: 'update', created_at: '2026-01-07T23:59:59.500Z' }),
  serviceLogRecord({ service: 'index', resource: 'Identity', company_id: '', created_at: '2026-01-08T10:00:00.000Z' }),
];

/** The commands that count matches. */
const counts: Record<string, unknown>[] = [];
const onQuery = (_database: string, command: Record<string, unknown>) => {
  if (command.aggregate === 'service_events') counts.push(command);
};
let herald: Tested;
beforeAll(async () => {
  herald = await startForTest(service, { SERVICE_LOG_DAYS: '36500' }, { onQuery });
  // Twice, and in another order: messages may arrive late and more than once.
  for (const one of [...records, ...records.toReversed()]) await herald.publish(serviceLogged, { records: [one] });
  const stored = herald.database('events').collection('service_events');
  await eventually(async () => (await stored.countDocuments()) === records.length);
});
afterAll(() => herald?.stop());

const uuids = (body: { data: ServiceLogRecord[] }) => body.data.map(({ uuid }) => uuid);

describe(list, () => {
  it('lists each record once, newest first', async () => {
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

  it('counts the matches of a long list once for all its pages, of each caller apart', async () => {
    const many = Array.from({ length: 1_200 }, (_, at) => ({
      ...serviceLogRecord({ company_id: at < 1_100 ? '7' : '8', resource: 'Long' }),
      created_at: new Date(),
    }));
    const stored = herald.database('events').collection('service_events');
    await stored.insertMany(many);
    counts.splice(0);
    const totals = async (companies: number[]) => {
      const pages = [];
      for (const page of [1, 2, 3])
        pages.push(await herald.as({ companies })(list, { query: { page, resource: 'Long' } }));
      return pages.map(({ body }) => body.total);
    };
    expect(await totals([7])).toEqual([1_100, 1_100, 1_100]);
    expect(counts).toHaveLength(1);
    expect(await totals([7, 8])).toEqual([1_200, 1_200, 1_200]);
    await stored.deleteMany({ resource: 'Long' });
  });

  it.each(['page=0', 'per_page=1001', 'page=x', 'result=maybe', 'from_date=2026-02-30'])(
    'refuses %s',
    async (query) => {
      const { status, body } = await herald.as()(`${list}?${query}`);
      expect([status, Object.keys(body.errors)]).toEqual([422, [query.split('=')[0]]]);
    },
  );
});
