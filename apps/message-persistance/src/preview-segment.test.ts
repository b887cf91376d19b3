import { segments } from './segment.fixture';
import {
  isForbidden,
  startMessagePersistance,
  type TestedMessagePersistance,
} from './start-message-persistance.fixture';

const index_query = { 'apps.app_id': '1', 'apps.tags.plan': ['gold', 'silver'], status: true };

let herald: TestedMessagePersistance;
beforeEach(async () => (herald = await startMessagePersistance()));
afterEach(() => herald?.stop());

describe(`POST ${segments}/preview`, () => {
  const reads = 'message-persistance:read';
  const preview = (body: object, companies: '*' | number[] = '*', scope = reads) =>
    herald.as({ companies, scope })(`POST ${segments}/preview`, { body });

  it('counts the devices of filters and stores nothing', async () => {
    const { status, body } = await preview({ company_id: 1, index_query }, [1]);
    expect(status).toBe(200);
    expect(body).toEqual({ code: 200, resource: 'Segment', data: { total: 42 }, message: 'Found' });
    const query = { page: '1', per_page: '1', fields: 'core_id', without_blocked: 'true' };
    expect(herald.searches).toEqual([{ filters: { ...index_query, company_id: '1' }, query }]);
    expect(await herald.stored('segments').countDocuments()).toBe(0);
  });

  it('counts devices of blocked persons for those who may see them', async () => {
    await preview({ company_id: 1, index_query }, [1], `${reads} privacy:read`);
    expect(herald.searches.map(({ query }) => query)).toEqual([{ page: '1', per_page: '1', fields: 'core_id' }]);
  });

  it.each([{ company_id: '2' }, { $where: '1' }, { brand: { $ne: 1 } }, 'x', undefined])(
    'refuses index_query = %j without a query to the index',
    async (wrong) => {
      const { status } = await preview({ company_id: 1, index_query: wrong });
      expect([status, herald.searches]).toEqual([422, []]);
    },
  );

  it('refuses a company that the token does not hold', async () => {
    const { status, body } = await preview({ company_id: 1, index_query }, [2]);
    expect([status, body, herald.searches]).toEqual([...isForbidden, []]);
  });

  it('answers 503 with Retry-After while the index is down', async () => {
    await herald.others.stop();
    expect((await preview({ company_id: 1, index_query })).status).toBe(503);
  });
});
