import { eventually } from '@herald/testing';
import {
  anyUuid,
  messageId,
  messageOfAll,
  named,
  segmentId,
  startCampaigns,
  type TestedCampaigns,
} from '../start-campaigns.fixture';

let herald: TestedCampaigns;
const devices = Array.from({ length: 2_400 }, (_, at) => `phone-${at}`);
beforeAll(async () => (herald = await startCampaigns(devices)));
afterAll(() => herald?.stop());

const noMessage = [
  404,
  { code: 404, resource: 'Message', message: 'Not exists', errors: 'Message not found on the message service' },
];
const answerOf = async (asked: ReturnType<TestedCampaigns['create']>) => {
  const { status, body } = await asked;
  return [status, body];
};

it('dispatches to named devices, each once, with their variables', async () => {
  const notifications = [
    { core_id: 'a', variables: { name: 'Ana' } },
    { core_id: 'b', variables: {} },
    { core_id: 'a', variables: { name: 'again' } },
  ];
  const { status, body } = await herald.create({ name: 'Hello', notifications }, [1]);
  expect(status).toBe(201);
  expect(body).toEqual({
    code: 201,
    resource: 'Campaign',
    message: 'Created',
    data: {
      application_name: 'com.acme.wallet',
      company_id: '1',
      created_at: expect.stringMatching(/Z$/),
      message_id: messageId,
      name: 'Hello',
      terminated: false,
      updated_at: expect.stringMatching(/Z$/),
      uuid: expect.any(String),
    },
  });
  const batch = await herald.firstBatch(body.data.uuid);
  expect(batch).toMatchObject({
    campaign: { company_id: '1', message_id: messageId, app_id: '11', bundle_id: 'com.acme.wallet' },
    core_ids: ['a', 'b'],
    variables: [{ name: 'Ana' }, {}],
    tries: 0,
  });
});

it('dispatches to the devices of a segment, page by page, few at first, then in batches of 1,000', async () => {
  const { status, body } = await herald.create({ segment_id: segmentId });
  expect(status).toBe(201);
  expect(body.data).toMatchObject({
    _id: { $oid: expect.stringMatching(/^[\da-f]{24}$/) },
    app_id: '11',
    flavor_id: 'red',
    segment_id: segmentId,
    finish_date: null,
  });
  const { uuid } = body.data;
  await eventually(() => herald.sentTo(uuid).length === 4);
  expect(
    herald
      .sentTo(uuid)
      .flatMap(({ core_ids }) => core_ids)
      .sort(),
  ).toEqual(devices.toSorted());
  expect((await herald.read(uuid)).statistics).toMatchObject({ total: 2_400, pending: 2_400, fails: 0, sended: 0 });
});

it('answers a record of another company as one that does not exist', async () => {
  expect(await answerOf(herald.create({ notifications: named('a'), message_id: anyUuid() }))).toEqual(noMessage);
  expect(await answerOf(herald.create({ notifications: named('a') }, [2]))).toEqual(noMessage);
  expect(await answerOf(herald.create({ notifications: named('a'), message_id: messageOfAll }, [1]))).toEqual(
    noMessage,
  );
  const noApp = [404, { code: 404, resource: 'App', message: 'Not found' }];
  expect(await answerOf(herald.create({ notifications: named('a'), application_name: 'com.no.app' }))).toEqual(noApp);
  const foreign = { notifications: named('a'), application_name: 'com.other.shop' };
  expect(await answerOf(herald.create(foreign, [1]))).toEqual(noApp);
  expect(await answerOf(herald.create(foreign))).toEqual(noMessage);
  const noSegment = [404, { code: 404, resource: 'Segment', message: 'Not found' }];
  expect(await answerOf(herald.create({ segment_id: anyUuid() }))).toEqual(noSegment);
  const shop = { segment_id: segmentId, application_name: 'com.other.shop', message_id: messageOfAll };
  expect(await answerOf(herald.create(shop))).toEqual(noSegment);
  expect((await herald.create({ company_id: 1, notifications: named('a') }, [2])).status).toBe(403);
});

it.each([
  ['both kinds', { notifications: named('a'), segment_id: segmentId }],
  ['neither kind', {}],
  ['no device', { notifications: [] }],
  ['a device without core_id', { notifications: [{ variables: {} }] }],
  ['an operator as core_id', { notifications: [{ core_id: { $ne: 1 }, variables: {} }] }],
  ['a device without variables', { notifications: [{ core_id: 'a' }] }],
  ['variables that are not an object', { notifications: [{ core_id: 'a', variables: [1] }] }],
  ['a variable that is an operator', { notifications: [{ core_id: 'a', variables: { $where: 'x' } }] }],
  ['a variable that is too long', { notifications: [{ core_id: 'a', variables: { x: 'y'.repeat(10_241) } }] }],
  ['control characters', { notifications: named('a\u0000') }],
  ['a finish date in the past', { segment_id: segmentId, finish_date: '2020-01-01' }],
  ['an invalid finish date', { segment_id: segmentId, finish_date: '2030-13-01 1-2-3' }],
  ['a rate of 0', { segment_id: segmentId, rate: 0 }],
  ['an invalid message id', { notifications: named('a'), message_id: { $gt: '' } }],
])('refuses %s', async (_, body) => {
  const before = await herald.stored('campaigns').countDocuments();
  const answer = await herald.create(body);
  expect([answer.status, answer.body.message]).toEqual([422, 'Fail']);
  expect(await herald.stored('campaigns').countDocuments()).toBe(before);
});

it.each([
  ['2099-12-31 23-5-9', '2099-12-31T23:05:09.000Z'],
  ['2099-12-31', '2099-12-31T23:59:59.999Z'],
  ['2099-12-31T10:00:00+01:00', '2099-12-31T09:00:00.000Z'],
])('accepts %s as a finish date', async (finish_date, moment) => {
  const { body } = await herald.create({ segment_id: segmentId, finish_date });
  expect(body.data.finish_date).toBe(moment);
  await herald.as()(`PATCH /campaigns/api/v1/campaign/${body.data.uuid}`, { body: { terminated: true } });
});

it('accepts 100,000 devices in one request and refuses one more', async () => {
  const many = Array.from({ length: 100_001 }, (_, at) => ({ core_id: `device-${at}`, variables: {} }));
  const refused = await herald.create({ notifications: many });
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { notifications: ['must not name more than 100,000 devices'] },
  ]);
  const taken = await herald.create({ notifications: many.slice(1) });
  expect(taken.status).toBe(201);
  expect((await herald.read(taken.body.data.uuid)).statistics.total).toBe(100_000);
  await herald.as()(`PATCH /campaigns/api/v1/campaign/${taken.body.data.uuid}`, { body: { terminated: true } });
});

it('creates one campaign for repeated and concurrent requests with one Idempotency-Key', async () => {
  const send = () =>
    herald.as()('POST /campaigns/campaigns/api/v1/campaign', {
      headers: { 'idempotency-key': 'key-1' },
      body: { message_id: messageId, application_name: 'com.acme.wallet', notifications: named('x', 'y') },
    });
  const answers = await Promise.all([send(), send(), send()]);
  const made = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.data.uuid as string));
  expect(made.size).toBe(1);
  const [uuid] = [...made];
  await herald.firstBatch(uuid!);
  expect((await send()).body.data.uuid).toBe(uuid);
  expect((await herald.read(uuid!)).statistics.total).toBe(2);
});

it('leaves a record in the service log, and is a 503 while the message service is down', async () => {
  const logged = await herald.collectServiceLog();
  const { body } = await herald.create({ notifications: named('a') });
  const record = await eventually(() => logged.find(({ resource_id }) => resource_id === body.data.uuid));
  expect(record).toMatchObject({ service: 'campaigns', resource: 'Campaign', company_id: '1', result: true });
  const lonely = await startCampaigns();
  await lonely.others.stop();
  const answer = await lonely.create({ notifications: named('a') });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  await lonely.stop();
});
