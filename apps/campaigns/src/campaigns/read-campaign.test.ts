import {
  anyUuid,
  campaignPath,
  messageId,
  named,
  noCampaign,
  startCampaigns,
  type TestedCampaigns,
} from '../start-campaigns.fixture';

let herald: TestedCampaigns;
beforeAll(async () => (herald = await startCampaigns()));
afterAll(() => herald?.stop());

it('answers a campaign with its statistics, and nothing that only workers need', async () => {
  const uuid = await herald.start({ name: 'Hello', notifications: named('a', 'b'), rate: 5 });
  const { status, body } = await herald.as([1])(`GET ${campaignPath}/${uuid.toUpperCase()}`);
  expect([status, body.resource, body.message]).toEqual([200, 'Campaign', 'Found']);
  expect(body.data).toEqual({
    ...{ uuid, company_id: '1', name: 'Hello', message_id: messageId, application_name: 'com.acme.wallet' },
    ...{ app_id: '11', flavor_id: 'red', segment_id: '', finish_date: null, rate: 5, terminated: false },
    created_at: expect.stringMatching(/Z$/),
    updated_at: expect.stringMatching(/Z$/),
    statistics: {
      ...{ total: 2, pending: 2, fails: 0, sended: 0 },
      actions: { RECEIVED: 0, PRESS_ACTION: 0, CLOSED: 0, UNKNOWN: 0 },
    },
  });
});

it('shows a campaign to its company alone', async () => {
  const uuid = await herald.start({ notifications: named('a') });
  await herald.firstBatch(uuid);
  const other = herald.as([2]);
  for (const path of [
    `GET ${campaignPath}/${uuid}`,
    `GET ${campaignPath}/${uuid}/notification`,
    `GET ${campaignPath}/${uuid}/notification/a`,
    `GET ${campaignPath}/${anyUuid()}`,
  ] as const) {
    const { status, body } = await other(path);
    expect([status, { ...body, resource: 'Campaign' }]).toEqual(noCampaign);
  }
  const stopped = await other(`PATCH ${campaignPath}/${uuid}`, { body: { terminated: true } });
  expect([stopped.status, stopped.body]).toEqual(noCampaign);
});
