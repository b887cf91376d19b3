import { campaignPath, named, startCampaigns, type TestedCampaigns } from '../start-campaigns.fixture';

let herald: TestedCampaigns;
beforeAll(async () => (herald = await startCampaigns()));
afterAll(() => herald?.stop());

const list = async (uuid: string, query: object = {}) => {
  const { status, body } = await herald.as([1])(`GET ${campaignPath}/${uuid}/notification`, { query: query as never });
  return { status, total: body.total, ids: body.data?.map(({ core_id }: { core_id: string }) => core_id) };
};

it('lists the devices of one campaign by status, page by page', async () => {
  const uuid = await herald.start({ notifications: named('a', 'b', 'c', 'd') });
  const other = await herald.start({ notifications: named('e') });
  await herald.firstBatch(other);
  const batch = await herald.firstBatch(uuid);
  expect(await list(uuid)).toEqual({ status: 200, total: 4, ids: ['a', 'b', 'c', 'd'] });
  expect(await list(uuid, { per_page: 3, page: 2 })).toEqual({ status: 200, total: 4, ids: ['d'] });
  await herald.settle({ ...batch, core_ids: ['a', 'b'] }, [{ reason: 'gone', core_ids: ['b'] }]);
  await herald.isRead(uuid, { statistics: { sended: 1, pending: 2 } });
  expect(await list(uuid, { status: 'pending' })).toEqual({ status: 200, total: 2, ids: ['c', 'd'] });
  expect(await list(uuid, { status: 'sended' })).toEqual({ status: 200, total: 1, ids: ['a'] });
  expect((await list(uuid, { status: 'lost' })).status).toBe(422);
});
