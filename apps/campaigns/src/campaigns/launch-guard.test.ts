import { named, segmentId, startCampaigns, type TestedCampaigns } from '../start-campaigns.fixture';

const devices = Array.from({ length: 1_000 }, (_, at) => `phone-${at}`);
let herald: TestedCampaigns;
beforeAll(async () => (herald = await startCampaigns(devices, { CONFIRM_ABOVE: '1:2' })));
afterAll(() => herald?.stop());

const answerOf = async (body: object) => {
  const { status, body: answer } = await herald.create(body);
  return [status, answer.errors];
};

it('takes a large campaign only with the number of its devices', async () => {
  const three = { notifications: named('a', 'b', 'c', 'a') };
  const refusal = [422, { confirmed_devices: ['must be 3, the number of devices'] }];
  const before = await herald.stored('campaigns').countDocuments();
  expect(await answerOf(three)).toEqual(refusal);
  expect(await answerOf({ ...three, confirmed_devices: 4 })).toEqual(refusal);
  expect(await herald.stored('campaigns').countDocuments()).toBe(before);
  expect(await answerOf({ ...three, confirmed_devices: 3 })).toEqual([201, undefined]);
  expect(await answerOf({ notifications: named('a', 'b') })).toEqual([201, undefined]);
});

it('allows for what a segment gains or loses meanwhile', async () => {
  const all = { segment_id: segmentId };
  const refusal = [422, { confirmed_devices: ['must be 1000, the number of devices'] }];
  expect(await answerOf(all)).toEqual(refusal);
  expect(await answerOf({ ...all, confirmed_devices: 989 })).toEqual(refusal);
  expect(await answerOf({ ...all, confirmed_devices: 991 })).toEqual([201, undefined]);
});
