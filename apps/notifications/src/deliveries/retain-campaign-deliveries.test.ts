import { randomBytes } from 'node:crypto';
import {
  buildCollection,
  bulkInsert,
  checkCollections,
  connectDatabase,
  type DatabaseServer,
} from '@herald/persistence';
import { v7 } from 'uuid';
import { knownCampaigns } from '../campaigns/known-campaign.model';
import { campaignDeliveries, type CampaignDelivery } from './campaign-delivery.model';
import { campaignNotificationUuid, campaignRange } from './notification-uuid';
import { retainsCampaignDeliveries } from './retain-campaign-deliveries';

const dayMs = 86_400_000;
const now = Date.now();
const ago = (days: number) => new Date(now - days * dayMs);

const name = `t${randomBytes(6).toString('hex')}_notifications`;
let server: DatabaseServer;
beforeAll(async () => {
  server = await connectDatabase(process.env.MONGO_URL!, { poolSize: 5 });
  for (const check of await checkCollections(database(), [knownCampaigns, campaignDeliveries]))
    await buildCollection(database(), check);
});
beforeEach(async () => {
  await deps().KnownCampaign.deleteMany({});
  await deps().CampaignDelivery.deleteMany({});
});
afterAll(async () => {
  await database().dropDatabase();
  await server.close();
});

const database = () => server.database(name);
const deps = () => ({
  KnownCampaign: knownCampaigns.model(database()),
  CampaignDelivery: campaignDeliveries.model(database()),
});
const recordOf = (campaign_uuid: string, core_id: string, days: number): CampaignDelivery => ({
  _id: campaignNotificationUuid(campaign_uuid, core_id),
  ...{ id: 1, device_id: 1, provider: 'fcm', name: 'n', created_at: ago(days) },
});

/** A campaign that sent to a device this many days ago, for each number. */
async function addCampaign(days: number[], uuid = v7()): Promise<string> {
  const records = days.map((age, at) => recordOf(uuid, `phone-${at}`, age));
  await bulkInsert(deps().CampaignDelivery, records);
  const [oldest_at, sent_at] = [ago(Math.max(...days)), ago(Math.min(...days))];
  await deps().KnownCampaign.create({ _id: uuid, company_id: '1', oldest_at, sent_at });
  return uuid;
}

async function removeOlderThan(days: number): Promise<number> {
  let removed = 0;
  for await (const step of retainsCampaignDeliveries.remove!(ago(days), { deps: deps(), database: database() }))
    removed += step;
  return removed;
}

/** Those of a campaign of the same millisecond included. */
const agesOf = async (campaign_uuid: string) => {
  const rows = await deps()
    .CampaignDelivery.find({ _id: campaignRange(campaign_uuid) })
    .lean();
  return rows.map(({ created_at }) => Math.round((now - created_at.getTime()) / dayMs)).sort();
};
const oldestOf = async (uuid: string) => (await deps().KnownCampaign.findById(uuid).lean())!.oldest_at;

it('removes the records of a campaign that ended long ago, however many, and looks for it no more', async () => {
  const uuid = await addCampaign(Array.from({ length: 1_234 }, () => 12));
  expect(await removeOlderThan(9)).toBe(1);
  expect([await agesOf(uuid), await oldestOf(uuid)]).toEqual([[], undefined]);
  expect(await removeOlderThan(9)).toBe(0);
});

it('removes the old records of a campaign that is still sent, and the others when they are old', async () => {
  const uuid = await addCampaign([20, 12, 8, 1]);
  await removeOlderThan(9);
  expect(await agesOf(uuid)).toEqual([1, 8]);
  expect(await oldestOf(uuid)).toEqual(ago(8));
  await removeOlderThan(9);
  expect(await agesOf(uuid)).toEqual([1, 8]);
  await removeOlderThan(7);
  expect(await agesOf(uuid)).toEqual([1]);
  await removeOlderThan(0);
  expect(await agesOf(uuid)).toEqual([]);
});

it('leaves younger records of a campaign of the same millisecond', async () => {
  const uuid = v7();
  const twin = await addCampaign([3], `${uuid.slice(0, 14)}${v7().slice(14)}`);
  await addCampaign([20], uuid);
  await removeOlderThan(9);
  expect([await agesOf(uuid), await agesOf(twin)]).toEqual([[3], [3]]);
});

it('tells how many campaigns are due, and how old the oldest one is', async () => {
  const work = { deps: deps(), database: database() };
  expect(await retainsCampaignDeliveries.look!(ago(9), work)).toEqual({ oldest_at: null, due: 0 });
  await addCampaign([20]);
  await addCampaign([5]);
  expect(await retainsCampaignDeliveries.look!(ago(9), work)).toEqual({ oldest_at: ago(20), due: 1 });
});
