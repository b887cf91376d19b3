import { randomUUID } from 'node:crypto';
import { eventually } from '@herald/testing';
import { gold, segments } from './segment.fixture';
import { startMessagePersistance, type TestedMessagePersistance } from './start-message-persistance.fixture';

let herald: TestedMessagePersistance;
beforeEach(async () => (herald = await startMessagePersistance()));
afterEach(() => herald?.stop());

const create = async (company_id: number, index_query: object = gold.index_query): Promise<string> => {
  const body = { ...gold, company_id, index_query };
  return (await herald.as()(`POST ${segments}`, { body })).body.data.uuid;
};
const count = (uuids: unknown, companies: '*' | number[] = '*', scope = 'message-persistance:read') =>
  herald.as({ companies, scope })(`POST ${segments}/size`, { body: { segments: uuids } });
const byUuid = (data: { uuid: string }[]) => data.toSorted((one, other) => one.uuid.localeCompare(other.uuid));

describe(`POST ${segments}/size`, () => {
  it('counts the devices of all segments, those of equal filters with one search', async () => {
    const uuids = [await create(1), await create(1), await create(1, { brand: 'Acme' })];
    const { status, body } = await count([...uuids, randomUUID()]);
    expect([status, byUuid(body.data)]).toEqual([200, byUuid(uuids.map((uuid) => ({ uuid, total: 42 })))]);
    const query = { page: '1', per_page: '1', fields: 'core_id', without_blocked: 'true' };
    expect(herald.searches).toHaveLength(2);
    expect(herald.searches).toContainEqual({ filters: { brand: 'Acme', company_id: '1' }, query });
  });

  it('counts the segments of the token, within the company of each', async () => {
    const [own, foreign] = [await create(1), await create(2)];
    expect((await count([own, foreign], [1])).body.data).toEqual([{ uuid: own, total: 42 }]);
    expect(herald.searches.map(({ filters }) => filters)).toEqual([{ ...gold.index_query, company_id: '1' }]);
    expect((await count([own, foreign])).body.data).toHaveLength(2);
    expect((await count([foreign], [1])).body.data).toEqual([]);
  });

  it('counts four segments of a company at a time, and lets another company wait for none of them', async () => {
    const uuids: string[] = [];
    for (let at = 0; at < 10; at++) uuids.push(await create(1, { brand: `Brand ${at}` }));
    const other = await create(2);
    const release = herald.holdSearches();
    const both = [count(uuids), count([other])];
    await eventually(() => Promise.resolve(herald.searches.length === 5));
    const companies = herald.searches.map(({ filters }) => (filters as { company_id: string }).company_id);
    expect(companies.toSorted()).toEqual(['1', '1', '1', '1', '2']);
    release();
    expect((await Promise.all(both)).map(({ body }) => body.data.length)).toEqual([10, 1]);
    expect(herald.searches).toHaveLength(11);
  });

  it('counts devices of blocked persons for those who may see them', async () => {
    await count([await create(1)], '*', 'message-persistance:read privacy:read');
    expect(herald.searches.map(({ query }) => query)).toEqual([{ page: '1', per_page: '1', fields: 'core_id' }]);
  });

  it.each([[[]], ['x'], [['no uuid']], [Array.from({ length: 51 }, () => randomUUID())], [undefined]])(
    'refuses the segments %j',
    async (uuids) => {
      expect((await count(uuids)).status).toBe(422);
    },
  );

  it('answers 503 while the index is down', async () => {
    const uuid = await create(1);
    await herald.others.stop();
    expect((await count([uuid])).status).toBe(503);
  });
});
