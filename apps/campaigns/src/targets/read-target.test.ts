import { eventually } from '@herald/testing';
import { campaignPath, named, startCampaigns, type TestedCampaigns } from '../start-campaigns.fixture';

let herald: TestedCampaigns;
beforeAll(async () => (herald = await startCampaigns()));
afterAll(() => herald?.stop());

it('answers why a device did or did not get the message', async () => {
  const uuid = await herald.start({ notifications: named('a', 'b') });
  const batch = await herald.firstBatch(uuid);
  await herald.settle({ ...batch, core_ids: ['a'] });
  const tries = [{ at: '2026-01-01T00:00:00.000Z', outcome: 'sent', answer: '' }];
  const told = {
    provider: 'fcm',
    name: 'projects/x',
    tries,
    action: null,
    action_button: null,
    error_message: null,
    reports: [],
  };
  herald.stories.set('a', { uuid: 'n-1', ...told, status: 1, id: 1 });
  const story = async (core_id: string) =>
    (await herald.as()(`GET ${campaignPath}/${uuid}/notification/${core_id}`)).body.data;
  await eventually(async () => (await story('a')).status === 'sended');
  expect(await story('a')).toMatchObject({
    ...told,
    core_id: 'a',
    notification_uuid: 'n-1',
    reason: null,
    matched: { by: 'notifications', at: expect.stringMatching(/Z$/) },
  });
  expect(await story('b')).toMatchObject({
    status: 'pending',
    reason: 'It waits for its turn, or for another try',
    tries: [],
  });
  expect(await story('z')).toMatchObject({
    status: 'unmatched',
    matched: null,
    reason: 'The device was not among the notifications',
  });
});
