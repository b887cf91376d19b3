import { eventually } from '@herald/testing';
import {
  anyUuid,
  campaignPath,
  noCampaign,
  segmentId,
  startCampaigns,
  type TestedCampaigns,
} from '../start-campaigns.fixture';

let herald: TestedCampaigns;
const devices = Array.from({ length: 13_100 }, (_, at) => `phone-${at}`);
beforeAll(async () => (herald = await startCampaigns(devices)));
afterAll(() => herald?.stop());

/** For thousands of devices, on a busy machine. */
const timeoutMs = 20_000;

it('dispatches nothing more after the stop, and the four numbers still agree', async () => {
  const uuid = await herald.start({ segment_id: segmentId });
  await eventually(() => herald.sentTo(uuid).length >= 12, timeoutMs);
  await eventually(async () => (await herald.read(uuid)).statistics.total === 13_100, timeoutMs);
  const { status, body } = await herald.as()(`PATCH ${campaignPath}/${uuid}`, { body: { terminated: true } });
  const before = herald.sentTo(uuid).length;
  expect([status, body.message, body.data.terminated]).toEqual([200, 'Updated', true]);
  await herald.settle(herald.sentTo(uuid)[0]!);
  await eventually(async () => (await herald.read(uuid)).statistics.sended === 100, timeoutMs);
  expect(herald.sentTo(uuid)).toHaveLength(before);
  expect((await herald.read(uuid)).statistics).toMatchObject({
    total: 13_100,
    sended: 100,
    pending: 13_000,
    fails: 0,
  });
});

it.each([{}, { terminated: false }, { terminated: 'yes' }])('refuses %j', async (body) => {
  const { status } = await herald.as()(`PATCH ${campaignPath}/${anyUuid()}`, { body });
  expect(status).toBe(422);
});

it('is a 404 for a campaign that does not exist', async () => {
  const { status, body } = await herald.as()(`PATCH ${campaignPath}/${anyUuid()}`, { body: { terminated: true } });
  expect([status, body]).toEqual(noCampaign);
});
