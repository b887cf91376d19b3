import { setTimeout as sleep } from 'node:timers/promises';
import { named, startCampaigns, type TestedCampaigns } from '../start-campaigns.fixture';

let herald: TestedCampaigns;
beforeAll(async () => (herald = await startCampaigns()));
afterAll(() => herald?.stop());

const list = (query: object = {}, companies: '*' | number[] = [1]) =>
  herald.as(companies)('GET /campaigns/api/v1/company/1/campaign', { query: query as never });

it('lists the campaigns of a company by search and state', async () => {
  const uuid = await herald.start({ name: 'Spring (50%)', notifications: named('a') });
  await herald.firstBatch(uuid);
  expect((await list({}, [2])).status).toBe(403);
  for (const search of ['SPRING (', '50%', uuid.slice(3, 20)])
    expect((await list({ search })).body).toMatchObject({ total: 1, data: [{ uuid }] });
  expect((await list({ search: 'Spring .*' })).body).toMatchObject({ total: 0, data: [] });
  expect((await list({ terminated: true })).body).toMatchObject({ total: 0, data: [] });
  expect((await list({ terminated: false, fields: 'uuid' })).body).toMatchObject({
    data: [{ uuid }],
    page: 1,
    per_page: 20,
  });
});

it('lists the newest first, page by page', async () => {
  const uuids: string[] = [];
  for (const name of ['page a', 'page b', 'page c']) {
    uuids.unshift(await herald.start({ name, notifications: named('a') }));
    // The order within a second is the database's own.
    await sleep(1_000);
  }
  const pageOf = async (page: number) => {
    const { body } = await list({ search: 'page ', per_page: 2, page });
    return [body.data.map(({ uuid }: { uuid: string }) => uuid), body.total];
  };
  expect(await pageOf(1)).toEqual([uuids.slice(0, 2), 3]);
  expect(await pageOf(2)).toEqual([uuids.slice(2), 3]);
});
