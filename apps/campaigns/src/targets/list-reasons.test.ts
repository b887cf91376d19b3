import { campaignPath, named, noCampaign, startCampaigns, type TestedCampaigns } from '../start-campaigns.fixture';

let herald: TestedCampaigns;
beforeAll(async () => (herald = await startCampaigns()));
afterAll(() => herald?.stop());

it('counts the failures by reason, and lists the devices of one', async () => {
  const uuid = await herald.start({ notifications: named('a', 'b', 'c', 'd', 'e') });
  const other = await herald.start({ notifications: named('f') });
  await herald.settle(await herald.firstBatch(other), [{ reason: 'gone', core_ids: ['f'] }]);
  const reasons = async () => (await herald.as([1])(`GET ${campaignPath}/${uuid}/reason`)).body.data;
  expect(await reasons()).toEqual([]);
  await herald.settle(await herald.firstBatch(uuid), [
    { reason: 'gone', core_ids: ['b'] },
    { reason: 'INVALID_ARGUMENT: {"a":1}', core_ids: ['c', 'a', 'd'] },
  ]);
  await herald.isRead(uuid, { statistics: { fails: 4 } });
  expect(await reasons()).toEqual([
    { reason: 'INVALID_ARGUMENT: {"a":1}', count: 3 },
    { reason: 'gone', count: 1 },
  ]);
  const list = async (query: Record<string, string>) => {
    const { body } = await herald.as([1])(`GET ${campaignPath}/${uuid}/notification`, { query });
    return [body.total, body.data.map(({ core_id }: { core_id: string }) => core_id)];
  };
  expect(await list({ reason: 'INVALID_ARGUMENT: {"a":1}', per_page: '2' })).toEqual([3, ['a', 'c']]);
  expect(await list({ reason: 'gone', status: 'fails' })).toEqual([1, ['b']]);
  expect(await list({ reason: 'gone', status: 'sended' })).toEqual([0, []]);
  const foreign = await herald.as([2])(`GET ${campaignPath}/${uuid}/reason`);
  expect([foreign.status, foreign.body]).toEqual(noCampaign);
});
