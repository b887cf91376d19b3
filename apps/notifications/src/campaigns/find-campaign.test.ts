import { randomBytes } from 'node:crypto';
import { connectDatabase, type DatabaseServer } from '@herald/persistence';
import { v7 } from 'uuid';
import { campaignNotificationUuid } from '../deliveries/notification-uuid';
import { campaignFinder } from './find-campaign';
import { knownCampaigns } from './known-campaign.model';

const name = `t${randomBytes(6).toString('hex')}_notifications`;
let server: DatabaseServer;
beforeAll(async () => (server = await connectDatabase(process.env.MONGO_URL!, { poolSize: 5 })));
afterAll(async () => {
  await server.database(name).dropDatabase();
  await server.close();
});

const campaigns = () => knownCampaigns.model(server.database(name));
const add = async (uuid: string) => (await campaigns().create({ _id: uuid, company_id: '1' }))._id;
const ofSameMillisecond = (uuid: string) => uuid.slice(0, 14) + v7().slice(14);

it('finds the campaign that sent a notification to a device, also beside newer ones of the same millisecond', async () => {
  const find = campaignFinder(campaigns());
  const first = await add(v7());
  const sent = (campaign: string) => campaignNotificationUuid(campaign, 'phone');
  expect((await find(sent(first), 'phone'))?._id).toBe(first);
  const twin = await add(ofSameMillisecond(first));
  expect((await find(sent(twin), 'phone'))?._id).toBe(twin);
  expect((await find(sent(first), 'phone'))?._id).toBe(first);
});

it('finds none for another device, and none that this service does not know', async () => {
  const find = campaignFinder(campaigns());
  const uuid = await add(v7());
  expect(await find(campaignNotificationUuid(uuid, 'phone'), 'other')).toBeUndefined();
  expect(await find(campaignNotificationUuid(v7(), 'phone'), 'phone')).toBeUndefined();
});

it('asks the database once for many reports on one campaign', async () => {
  const uuid = await add(v7());
  const find = campaignFinder(campaigns());
  const findIt = async (phone: number) => (await find(campaignNotificationUuid(uuid, `${phone}`), `${phone}`))?._id;
  expect(await findIt(0)).toBe(uuid);
  await campaigns().deleteOne({ _id: uuid });
  const all = await Promise.all(Array.from({ length: 50 }, (_, phone) => findIt(phone)));
  expect(new Set(all)).toEqual(new Set([uuid]));
});
