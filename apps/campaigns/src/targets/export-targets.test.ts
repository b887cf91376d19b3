import { eventually } from '@herald/testing';
import { campaignPath, named, noCampaign, startCampaigns, type TestedCampaigns } from '../start-campaigns.fixture';

let herald: TestedCampaigns;
beforeAll(async () => (herald = await startCampaigns()));
afterAll(() => herald?.stop());

const download = (uuid: string, query = {}) =>
  herald.as([1])(`GET ${campaignPath}/${uuid}/notification.csv`, { query });
const list = async (uuid: string, query = {}) => {
  const { body } = await herald.as([1])(`GET ${campaignPath}/${uuid}/notification`, {
    query: { per_page: 1_000, ...query },
  });
  return body.data as Record<string, string | null>[];
};
const rowsOf = (text: string) => text.split('\r\n').slice(1, -1);

it('gives all devices of a campaign, and of no other, exactly as the list does', async () => {
  const ids = Array.from({ length: 2_345 }, (_, at) => `phone-${String(at).padStart(4, '0')}`);
  const uuid = await herald.start({ notifications: named(...ids) });
  const other = await herald.start({ notifications: named('another') });
  const isListed = async (campaign: string, count: number) => rowsOf((await download(campaign)).body).length === count;
  await eventually(() => isListed(uuid, ids.length));
  await eventually(() => isListed(other, 1));
  const { status, body, headers } = await download(uuid);
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''campaign-${uuid}.csv`);
  expect(body.startsWith('\uFEFFcore_id,status,reason,action,settled_at\r\n')).toBe(true);
  expect(rowsOf(body).toSorted()).toEqual(ids.map((id) => `${id},pending,,,`));
  const shown = [
    ...(await list(uuid, { page: 1 })),
    ...(await list(uuid, { page: 2 })),
    ...(await list(uuid, { page: 3 })),
  ];
  expect(rowsOf(body)).toEqual(shown.map(({ core_id }) => `${core_id},pending,,,`));
});

it('gives exactly what the filter matches', async () => {
  const uuid = await herald.start({ notifications: named('=a', 'b', 'c') });
  const batch = await herald.firstBatch(uuid);
  await herald.settle({ ...batch, core_ids: ['=a', 'b'] }, [{ reason: 'gone, for good', core_ids: ['=a'] }]);
  await herald.isRead(uuid, { statistics: { sended: 1, fails: 1 } });
  const [failed] = await list(uuid, { status: 'fails' });
  expect(rowsOf((await download(uuid, { status: 'fails' })).body)).toEqual([
    `'=a,fails,"gone, for good",,${failed!.settled_at}`,
  ]);
  expect(rowsOf((await download(uuid, { status: 'pending' })).body)).toEqual(['c,pending,,,']);
  expect((await download(uuid, { status: 'lost' })).status).toBe(422);
});

it('shows no campaign of another company', async () => {
  const uuid = await herald.start({ notifications: named('a') });
  const { status, body } = await herald.as([2])(`GET ${campaignPath}/${uuid}/notification.csv`);
  expect([status, body]).toEqual(noCampaign);
});
