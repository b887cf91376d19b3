import { deliveryReported, type DeliveryAction } from '@herald/contracts';
import { eventually } from '@herald/testing';
import { named, startCampaigns, type TestedCampaigns } from '../start-campaigns.fixture';

let herald: TestedCampaigns;
beforeAll(async () => (herald = await startCampaigns()));
afterAll(() => herald?.stop());

it('counts each sent device under its latest action, whatever arrives twice or late', async () => {
  const uuid = await herald.start({ notifications: named('a', 'b', 'c') });
  const batch = await herald.firstBatch(uuid);
  const report = (core_id: string, action: DeliveryAction, revision: number) =>
    herald.publish(deliveryReported, { campaign_uuid: uuid, core_id, action, revision });
  await report('a', 'RECEIVED', 1);
  await report('a', 'PRESS_ACTION', 3);
  await report('a', 'CLOSED', 2);
  await report('a', 'PRESS_ACTION', 3);
  await report('a', 'RECEIVED', 1);
  await report('b', 'RECEIVED', 1);
  await report('c', 'UNKNOWN', 1);
  await report('stranger', 'RECEIVED', 1);
  await herald.settle(batch, [{ reason: 'no', core_ids: ['c'] }]);
  const expected = { RECEIVED: 1, PRESS_ACTION: 1, CLOSED: 0, UNKNOWN: 0 };
  await eventually(
    async () => expect((await herald.read(uuid)).statistics.actions).toEqual(expected) === undefined,
    6_000,
  );
});
