import { segments } from './segment.fixture';
import {
  cursor,
  devices,
  noSegment,
  startMessagePersistance,
  type TestedMessagePersistance,
} from './start-message-persistance.fixture';

const index_query = { 'apps.app_id': '1', 'apps.tags.plan': ['gold', 'silver'], status: true };

let herald: TestedMessagePersistance;
beforeEach(async () => (herald = await startMessagePersistance()));
afterEach(() => herald?.stop());

const created = async (company_id: number) =>
  (await herald.as()(`POST ${segments}`, { body: { company_id, name: 'Gold', index_query } })).body.data.uuid as string;

describe(`GET ${segments}/:segment_uuid/device`, () => {
  it('queries the index within the company of the segment', async () => {
    const uuid = await created(1);
    const send = herald.as({ companies: [1] });
    const { status, body } = await send(`GET ${segments}/${uuid}/device`, { query: { page: 3, per_page: 10_000 } });
    expect(status).toBe(200);
    const paging = { page: 3, per_page: 10_000, total: 42 };
    expect(body).toEqual({ code: 200, resource: 'Device', data: devices, message: 'Found', ...paging });
    const filters = { ...index_query, company_id: '1' };
    expect(herald.searches).toEqual([{ filters, query: { page: '3', per_page: '10000' } }]);
  });

  it('queries only the requested fields', async () => {
    const uuid = await created(1);
    const { body } = await herald.as()(`GET ${segments}/${uuid}/device`, { query: { fields: 'core_id' } });
    expect(body.data).toEqual([{ core_id: 'phone-1' }, { core_id: 'phone-2' }]);
    expect(herald.searches[0]!.query).toEqual({ page: '1', per_page: '50', fields: 'core_id' });
    const unknown = await herald.as()(`GET ${segments}/${uuid}/device`, { query: { fields: 'core_id,$where' } });
    expect(unknown.status).toBe(422);
    expect(unknown.body.errors.fields[0]).toContain('core_id, brand');
  });

  it('is walked from end to end like the index', async () => {
    const uuid = await created(1);
    const page = async (after: string) =>
      (await herald.as()(`GET ${segments}/${uuid}/device`, { query: { after, per_page: 2 } })).body;
    const first = await page('');
    expect([first.data, first.total, first.next]).toEqual([devices, 42, cursor]);
    expect((await page(first.next)).next).toBeNull();
    expect(herald.searches.map(({ query }) => query)).toEqual([
      { page: '1', per_page: '2', after: '' },
      { page: '1', per_page: '2', after: cursor },
    ]);
  });

  it.each(['after=x', `after=${cursor}&page=2`, 'after=&page=2'])(
    'refuses %s without a query to the index',
    async (query) => {
      const uuid = await created(1);
      expect((await herald.as()(`GET ${segments}/${uuid}/device?${query}`)).status).toBe(422);
      expect(herald.searches).toEqual([]);
    },
  );

  it('does not query the index for a segment of another company, or for too many devices', async () => {
    const uuid = await created(1);
    for (const one of [uuid, 'nobody']) {
      const { status, body } = await herald.as({ companies: [2] })(`GET ${segments}/${one}/device`);
      expect([status, body]).toEqual(noSegment);
    }
    const tooMany = await herald.as()(`GET ${segments}/${uuid}/device`, { query: { per_page: 10_001 } });
    expect(tooMany.status).toBe(422);
    expect(herald.searches).toEqual([]);
  });

  it('answers 503 with Retry-After while the index is down', async () => {
    const uuid = await created(1);
    await herald.others.stop();
    const { status, headers, body } = await herald.as()(`GET ${segments}/${uuid}/device`);
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(body).toEqual({ code: 503, resource: 'Segment', message: 'Service unavailable' });
  });
});
