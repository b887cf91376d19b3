import { messageId, named, startCampaigns, type TestedCampaigns } from '../start-campaigns.fixture';

let herald: TestedCampaigns;
beforeAll(async () => (herald = await startCampaigns([], { CONFIRM_ABOVE: '*:0', APPROVAL_ABOVE: '*:0' })));
afterAll(() => herald?.stop());

const test = (body: object, companies = [1]) =>
  herald.as(companies)('POST /campaigns/api/v1/test', {
    body: { message_id: messageId, application_name: 'com.acme.wallet', ...body },
  });

it('sends to named devices as a campaign would, without being one in the list', async () => {
  const { status, body } = await test({ notifications: [{ core_id: 'a', variables: { name: 'Ana' } }] });
  expect(status).toBe(201);
  const batch = await herald.firstBatch(body.data.uuid);
  expect(batch).toMatchObject({ core_ids: ['a'], variables: [{ name: 'Ana' }] });
  await herald.settle(batch, [{ reason: 'gone', core_ids: ['a'] }]);
  await herald.isRead(body.data.uuid, { terminated: true, statistics: { fails: 1 } });
  const list = await herald.as([1])('GET /campaigns/api/v1/company/1/campaign');
  expect(list.body).toMatchObject({ data: [], total: 0 });
});

it('takes 20 devices and refuses one more, and a message of another company', async () => {
  const many = Array.from({ length: 21 }, (_, at) => `device-${at}`);
  expect((await test({ notifications: named(...many.slice(1)) })).status).toBe(201);
  const refused = await test({ notifications: named(...many) });
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { notifications: ['must not name more than 20 devices'] },
  ]);
  expect((await test({ notifications: named('a') }, [2])).status).toBe(404);
});
