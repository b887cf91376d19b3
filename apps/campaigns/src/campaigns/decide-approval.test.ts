import { eventually } from '@herald/testing';
import { campaignPath, named, noCampaign, startCampaigns, type TestedCampaigns } from '../start-campaigns.fixture';

let herald: TestedCampaigns;
beforeAll(async () => (herald = await startCampaigns([], { APPROVAL_ABOVE: '1:3' })));
afterAll(() => herald?.stop());

const author = { subject: 'ana', companies: [1] };
const order = { message_id: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10', application_name: 'com.acme.wallet' };
const create = async (body: object) => {
  const answer = await herald.withToken(author)(`POST ${campaignPath}`, { body: { ...order, ...body } });
  return answer.body.data;
};
const decide = async (uuid: string, decision: string, subject = 'ben', companies = [1]) => {
  const answer = await herald.withToken({ subject, companies })(`POST ${campaignPath}/${uuid}/approval`, {
    body: { decision, approver: 'somebody', decided_by: 'somebody' },
  });
  return [answer.status, answer.body.errors ?? answer.body.data?.approval.status];
};
const stored = (uuid: string) => herald.stored('campaigns').findOne({ uuid });
const large = { notifications: named('a', 'b', 'c', 'd') };

it('starts nothing before a second person has approved it', async () => {
  const { uuid, approval } = await create(large);
  expect(approval).toMatchObject({ status: 'pending', requested_by: 'ana', devices: 4, decided_by: null });
  // Another campaign goes through the whole pipeline meanwhile, and the job that recovers campaigns runs.
  await herald.stored('campaigns').updateOne({ uuid }, { $set: { expanding_at: new Date(0) } });
  const free = await create({ notifications: named('a') });
  await herald.firstBatch(free.uuid);
  expect(free.approval).toBeUndefined();
  expect(await decide(uuid, 'approve', 'ana')).toEqual([403, undefined]);
  expect(herald.sentTo(uuid)).toEqual([]);
  expect(await herald.read(uuid)).toMatchObject({ terminated: false, statistics: { total: 4, pending: 4 } });
  expect(await decide(uuid, 'approve')).toEqual([200, 'approved']);
  expect((await herald.firstBatch(uuid)).core_ids).toEqual(['a', 'b', 'c', 'd']);
  expect((await herald.read(uuid)).approval).toMatchObject({ status: 'approved', decided_by: 'ben' });
});

it('takes one decision of many that come at once', async () => {
  const { uuid } = await create(large);
  const people = ['ben', 'carla', 'dora', 'emil'];
  const answers = await Promise.all(people.map((one, at) => decide(uuid, at % 2 ? 'reject' : 'approve', one)));
  expect(answers.map(([status]) => status).sort()).toEqual([200, 409, 409, 409]);
  const [, status] = answers.find(([code]) => code === 200)!;
  expect((await stored(uuid))!.approval).toMatchObject({ status });
  const before = await stored(uuid);
  expect(await decide(uuid, 'approve', 'frida')).toEqual([409, 'It was decided before']);
  expect((await stored(uuid))!.approval).toEqual(before!.approval);
});

it('ends a rejected campaign and forgets the variables of its devices', async () => {
  const notifications = [{ core_id: 'a', variables: { name: 'Ana' } }];
  const { uuid } = await create({ notifications, needs_approval: true });
  expect(await herald.stored('entries').countDocuments({ campaign_uuid: uuid })).toBe(1);
  expect(await decide(uuid, 'reject')).toEqual([200, 'rejected']);
  expect(await herald.read(uuid)).toMatchObject({ terminated: true });
  expect(await herald.stored('entries').countDocuments({ campaign_uuid: uuid })).toBe(0);
  expect(herald.sentTo(uuid)).toEqual([]);
});

it('changes nothing after a stop, after its time, or without a need', async () => {
  const stopped = await create(large);
  await herald.withToken(author)(`PATCH ${campaignPath}/${stopped.uuid}`, { body: { terminated: true } });
  expect(await decide(stopped.uuid, 'approve')).toEqual([409, 'The campaign was stopped']);
  const late = await create(large);
  await herald.stored('campaigns').updateOne({ uuid: late.uuid }, { $set: { 'approval.expires_at': new Date(0) } });
  expect(await decide(late.uuid, 'approve')).toEqual([409, 'The time for a decision is over']);
  await eventually(async () => (await stored(late.uuid))!.terminated);
  expect((await herald.read(late.uuid)).approval.status).toBe('expired');
  const small = await create({ notifications: named('a') });
  expect(await decide(small.uuid, 'approve')).toEqual([409, 'The campaign needs no approval']);
  expect([stopped, late].flatMap(({ uuid }) => herald.sentTo(uuid))).toEqual([]);
});

it('is listed while it waits, and unknown to other companies', async () => {
  const { uuid } = await create(large);
  const list = async () => {
    const { body } = await herald.withToken(author)(`GET /campaigns/api/v1/company/1/campaign`, {
      query: { approval: 'pending' },
    });
    return body.data.map((one: { uuid: string }) => one.uuid);
  };
  expect(await list()).toEqual([uuid]);
  const foreign = await herald.withToken({ subject: 'eve', companies: [2] })(`POST ${campaignPath}/${uuid}/approval`, {
    body: { decision: 'approve' },
  });
  expect([foreign.status, foreign.body]).toEqual(noCampaign);
  expect((await decide(uuid, 'maybe'))[0]).toBe(422);
  await decide(uuid, 'approve');
  expect(await list()).toEqual([]);
});
