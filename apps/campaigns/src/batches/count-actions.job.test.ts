import { deliveryReported, deliveryResults } from '@herald/contracts';
import { eventually } from '@herald/testing';
import { named, startCampaigns, type TestedCampaigns } from '../start-campaigns.fixture';

let herald: TestedCampaigns;
beforeAll(async () => (herald = await startCampaigns()));
afterAll(() => herald?.stop());

it('never shows more actions than sent devices, also while a batch lags behind its targets', async () => {
  const campaign_uuid = await herald.start({ notifications: named('early', 'late') });
  const { batch_id } = await herald.firstBatch(campaign_uuid);
  // A process that dies between the update of the targets and that of their batch leaves this behind.
  const settlement = { status: 'sended', settled_at: new Date(), devices: 1 };
  const early = { $set: { settlements: [settlement], settled: '! ', revision: 1 } };
  await herald.stored('target_lists').updateOne({ _id: batch_id as never }, early);
  await herald.publish(deliveryReported, { campaign_uuid, core_id: 'early', action: 'CLOSED', revision: 1 });
  const batches = herald.stored('batches');
  const mark = async () => (await batches.findOne({ _id: batch_id as never }))?.uncounted as string | undefined;
  await eventually(mark);
  const rounds = () => herald.stored('leases').findOne({ _id: 'count-actions' as never });
  const before = (await rounds())!.until as Date;
  await eventually(async () => ((await rounds())!.until as Date).getTime() > before.getTime() + 1_500);
  expect((await herald.read(campaign_uuid)).statistics).toMatchObject({ sended: 0, actions: { CLOSED: 0 } });
  await herald.publish(deliveryResults, { campaign_uuid, batch_id, sent: ['early', 'late'], failed: [] });
  const actions = { RECEIVED: 0, PRESS_ACTION: 0, CLOSED: 1, UNKNOWN: 0 };
  await herald.isRead(campaign_uuid, { statistics: { sended: 2, actions } });
});
