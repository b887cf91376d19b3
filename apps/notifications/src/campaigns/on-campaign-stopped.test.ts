import { randomUUID } from 'node:crypto';
import { campaignStopped, deliveryResults, type DeliveryResults } from '@herald/contracts';
import { eventually } from '@herald/testing';
import { startNotifications, type TestedNotifications } from '../start-notifications.fixture';

let herald: TestedNotifications;
let results: DeliveryResults[];
beforeEach(async () => {
  herald = await startNotifications();
  results = await herald.collect(deliveryResults);
});
afterEach(() => herald?.stop());

it('stops a campaign whose batches arrive later, and no other one', async () => {
  await herald.register([{ core_id: 'a' }]);
  await herald.publish(campaignStopped, { campaign_uuid: herald.campaign.uuid });
  await eventually(() => herald.stored('campaigns').findOne({ stopped: true }));
  await herald.send({ core_ids: ['a'] });
  await herald.send({
    core_ids: ['a'],
    campaign: { ...herald.campaign, uuid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f99' },
  });
  await eventually(() => results.length === 1);
  expect(results[0]!.campaign_uuid).toBe('4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f99');
  expect(herald.push.totals().accepted).toBe(1);
});

it('stops a campaign between its batches, also when the message is delivered twice', async () => {
  await herald.register([{ core_id: 'a' }, { core_id: 'b' }]);
  await herald.send({ core_ids: ['a'] });
  await eventually(() => results.length === 1);
  for (let delivery = 0; delivery < 2; delivery++)
    await herald.publish(campaignStopped, { campaign_uuid: herald.campaign.uuid });
  await eventually(() => herald.stored('campaigns').findOne({ stopped: true }));
  // A process learns of the stop within this time.
  await new Promise((resolve) => setTimeout(resolve, 600));
  await herald.send({ core_ids: ['b'] });
  await herald.send({ core_ids: ['b'], campaign: { ...herald.campaign, uuid: randomUUID() } });
  await eventually(() => results.length === 2);
  expect(herald.push.counts()).toEqual({ 'token-a': 1, 'token-b': 1 });
  expect(await herald.stored('campaigns').find({ stopped: true }).toArray()).toMatchObject([
    { _id: herald.campaign.uuid, company_id: '1', message_id: herald.campaign.message_id },
  ]);
});

it('skips an invalid message, and handles the next one', async () => {
  await herald.publish(campaignStopped, {} as never);
  await herald.publish(campaignStopped, { campaign_uuid: herald.campaign.uuid });
  await eventually(() => herald.stored('campaigns').findOne({ stopped: true }));
  expect(await herald.stored('campaigns').countDocuments()).toBe(1);
});
