import { eventually, startForTest, subjectRequests, type SubjectRequest, type Tested } from '@herald/testing';
import { createCampaign, person, phones, registerPersons, statisticsOf } from './person-data.fixture';
import { allServices } from './services';

/** A blocked person gets nothing and is hidden from callers without the scope for it, until the block is taken back. */
const app = { bundle_id: 'com.acme.wallet1', version: '1' };

let herald: Tested;
beforeEach(async () => {
  herald = await startForTest(allServices);
  await registerPersons(herald);
});
afterEach(() => herald?.stop());

const requests = () => subjectRequests(herald.as({ scope: 'privacy:read privacy:write', companies: [1] }));
const own = { dni: person.dni };
const carryOut = (kind: string) => requests().carryOut(kind, own);

const changedBy = ({ answers }: SubjectRequest) =>
  Object.fromEntries(answers.filter(({ changed }) => changed > 0).map(({ service, changed }) => [service, changed]));

const send = (core_id: string) => {
  const body = { application_name: app.bundle_id, core_id, data: { title: 'Hello' } };
  return herald.as()('POST /notifications/v2/device/sendmessage', { body });
};

const register = (core_id: string, more: object = {}) => {
  const body = { core_id, company_id: 1, app: { ...app, push_token: `token of ${core_id}` }, person, ...more };
  return herald.as()('POST /identification/api/v1/device', { body });
};

async function reasonsOf(campaign: string) {
  const path = `GET /campaigns/api/v1/campaign/${campaign}/reason`;
  return (await herald.as()(path)).body.data as { reason: string; count: number }[];
}

/** What a caller finds of the person, by the routes that list devices or persons. */
async function foundBy(scope: string): Promise<Record<string, unknown>> {
  const call = herald.as({ scope, companies: [1] });
  const uuid = (await herald.database('index').collection('identities').findOne({ dni: person.dni, company_id: '1' }))!
    .uuid as string;
  const coreIds = (devices: { core_id: string }[]) => devices.map(({ core_id }) => core_id).sort();
  const search = (await call('POST /index/v1/device', { body: { system_name: 'android' } })).body;
  const csv = await call('POST /index/v1/device.csv', { body: {} });
  return {
    search: coreIds(search.data),
    total: search.total,
    csv: phones.filter((phone) => String(csv.body).includes(phone)).length,
    device: (await call(`GET /index/v1/device/${phones[0]}`)).status,
    identity: (await call(`GET /index/v1/identity/${uuid}`)).status,
    person: (await call(`GET /identification/api/v1/identity/${person.dni}`)).body.user.length,
    persons: (await call('POST /identification/api/v1/identity/dni', { body: { dnis: [person.dni] } })).body.user
      .length,
    byEmail: (await call(`GET /identification/api/v1/identity?email=${person.email}`)).body.user.length,
    devices: (await call(`GET /identification/api/v1/identity/${person.dni}/device`)).body.device.length,
    last: (await call(`GET /identification/api/v1/identity/${person.dni}/lastdevice`)).status,
    ofDevice: (await call(`GET /identification/api/v1/device/${phones[0]}/identity`)).body.user.length,
  };
}

const changedByBlock = { chronos: 1, identification: 3, index: 3, notifications: 2 };
const readers = 'index:read identification:read';

it('takes the person out of campaigns, single messages and searches, and puts the person back', async () => {
  const before = await foundBy(readers);
  expect(before).toMatchObject({ csv: 2, device: 200, identity: 200, person: 1, devices: 2, last: 201 });
  const hold = { company_id: 1, dni: person.dni, reason: 'A case' };
  await herald.as()('PUT /identification/api/v1/legal_hold', { body: hold });
  expect(changedBy(await carryOut('block'))).toEqual(changedByBlock);
  expect(await foundBy(readers)).toEqual({
    ...{ search: ['otto-phone'], total: 1, csv: 0, device: 404, identity: 404 },
    ...{ person: 0, persons: 0, byEmail: 0, devices: 0, last: 204, ofDevice: 0 },
  });
  expect(await foundBy(`${readers} privacy:read`)).toEqual(before);
  expect((await herald.as({ coreId: phones[0], companies: [1] })(`GET /index/v1/device/${phones[0]}`)).status).toBe(
    200,
  );
  const single = await send(phones[0]);
  expect([single.status, single.body.error]).toEqual([404, 'The device is blocked']);
  const blocked = await createCampaign(herald);
  expect(await statisticsOf(herald, blocked)).toMatchObject({ statistics: { total: 3, fails: 2, sended: 1 } });
  expect(await reasonsOf(blocked)).toEqual([{ reason: 'The device is blocked', count: 2 }]);
  expect(changedBy(await carryOut('block'))).toEqual({});
  expect(changedBy(await carryOut('unblock'))).toEqual(changedByBlock);
  expect(await foundBy(readers)).toEqual(before);
  expect((await send(phones[0])).status).toBe(200);
  expect(await reasonsOf(await createCampaign(herald))).toEqual([]);
  expect(changedBy(await carryOut('unblock'))).toEqual({});
});

const tokenOf = (core_id: string) => herald.database('notifications').collection('push_tokens').findOne({ core_id });
const isBlocked = async (core_id: string) => (await tokenOf(core_id))?.block?.is === true;

it('blocks devices that a proof names later, not what a device only says, until a proof names another person', async () => {
  await carryOut('block');
  const index = herald.database('index').collection('devices');
  await register('zenobia-phone-3');
  await eventually(() => isBlocked('zenobia-phone-3'));
  await eventually(async () => (await index.findOne({ core_id: 'zenobia-phone-3' }))?.block?.is === true);
  const another = { bundle_id: 'com.acme.another', flavor_id: 'com.acme.another' };
  const second = { ...another, company_id: 1, os: 'android', capabilities: [] };
  expect((await herald.as()('POST /company/api/v2/app', { body: second })).status).toBe(201);
  await register(phones[0], { app: { ...another, version: '1', push_token: 'a newer token' } });
  const tokens = herald.database('notifications').collection('push_tokens');
  const newer = await eventually(() => tokens.findOne({ token: 'a newer token' }));
  expect(newer!.block!.is).toBe(true);
  const said = { core_id: 'stranger', company_id: 1, app: { ...app, push_token: 'strange' }, person };
  await herald.as({ coreId: 'stranger', companies: [1] })('POST /identification/api/v1/device', { body: said });
  await eventually(() => tokenOf('stranger'));
  const isHidden = async () => {
    const names = herald.database('campaigns').collection('blocked_names');
    return (await names.findOne({ name: 'zenobia-phone-3' }))?.block?.is === true;
  };
  await eventually(isHidden);
  await register('zenobia-phone-3', { person: { dni: '5-5', name: 'Rosa' } });
  await eventually(async () => !(await isBlocked('zenobia-phone-3')));
  await eventually(async () => (await index.findOne({ core_id: 'zenobia-phone-3' }))?.block?.is === false);
  await eventually(async () => !(await isHidden()));
  expect(await isBlocked('stranger')).toBe(false);
  expect((await send('zenobia-phone-3')).status).toBe(200);
});

it('refuses a second one and its opposite under way, and is erased with the person', async () => {
  const running = herald.database('identification').collection('subject_requests');
  const { ask, begin } = requests();
  const uuid = await begin('block', own);
  await eventually(async () => (await running.findOne({ uuid }))?.state === 'done');
  await running.updateOne({ uuid }, { $set: { state: 'running', asked_at: new Date(Date.now() + 3_600_000) } });
  expect([(await ask('block', own)).status, (await ask('unblock', { core_id: phones[0] })).status]).toEqual([409, 409]);
  await running.updateOne({ uuid }, { $set: { state: 'done' } });
  await carryOut('erase');
  for (const [service, collection] of [
    ['identification', 'persons'],
    ['identification', 'devices'],
    ['index', 'devices'],
    ['index', 'identities'],
    ['notifications', 'push_tokens'],
  ] as const)
    expect(
      await herald
        .database(service)
        .collection(collection)
        .countDocuments({ block: { $exists: true } }),
    ).toBe(0);
});
