import {
  deviceRegistered,
  identityUpdated,
  pushBatch,
  subjectAnswered,
  subjectRequested,
  type PushBatch,
} from '@herald/contracts';
import { eventually, pushUuid, startForTest, subjectRequests, type Tested } from '@herald/testing';
import { service as company } from '@herald/app-company';
import { service as identification } from '@herald/app-identification';
import { service as index } from '@herald/app-index';
import { service as notifications } from '@herald/app-notifications';

/** What was on its way when a person was erased does not bring the person back; the person's own phone may. */
const bundle = { bundle_id: 'com.acme.wallet', flavor_id: 'com.acme.wallet' };
const zoe = { dni: '77', email: 'zoe@example.com', name: 'Zoe' };
const past = new Date(Date.now() - 1_000).toISOString();
const longAgo = new Date(Date.now() - 120_000).toISOString();

const campaignUuid = '9d0a1c52-6f43-4a0e-8f7a-2b5f0b0f7c11';

let herald: Tested;
beforeEach(async () => {
  herald = await startForTest([company, identification, index, notifications], {
    SUBJECT_SERVICES: 'identification,index,notifications',
  });
  await herald.as()('POST /company/api/v2/company', { body: { name: 'Acme', identified_by: 'email' } });
  await herald.as()('POST /company/api/v2/app', {
    body: { ...bundle, company_id: 1, os: 'android', capabilities: [] },
  });
  await register('own-phone', herald.as());
  await eventually(() => tokens().findOne({ core_id: 'own-phone' }));
  await eventually(() => persons().findOne({ dni: zoe.dni }));
  await eventually(() => identities().findOne({ dni: zoe.dni }));
  await subjectRequests(herald.as()).carryOut('erase', { dni: zoe.dni });
  expect(await held()).toEqual([]);
});
afterEach(() => herald?.stop());

const of = (service: 'identification' | 'index' | 'notifications', collection: string) =>
  herald.database(service).collection(collection);
const tokens = () => of('notifications', 'push_tokens');
const persons = () => of('identification', 'persons');
const identities = () => of('index', 'identities');

const register = (core_id: string, call: ReturnType<Tested['as']>, person: object = zoe) => {
  const app = { ...bundle, version: '1', push_token: `token of ${core_id}` };
  return call('POST /identification/api/v1/device', { body: { core_id, company_id: 1, app, person } });
};
const phone = (coreId: string, claims: object = {}) => herald.as({ coreId, companies: [1], ...claims });

/** Where the person's values or the own phone stand. */
const ofZoe = new RegExp(`"77"|zoe@|Zoe|own-phone|${pushUuid(campaignUuid, 'own-phone')}`);

async function held(): Promise<string[]> {
  const found: string[] = [];
  for (const service of ['identification', 'index', 'notifications'] as const)
    for (const { name } of await herald.database(service).listCollections())
      for (const row of await of(service, name).find().toArray())
        if (ofZoe.test(JSON.stringify(row))) found.push(`${service}.${name}`);
  return found.sort();
}

const report = (core_id: string, reported_at: string, said_by: 'operator' | 'device' = 'operator') => ({
  ...{
    core_id,
    device_id: 5,
    core_id_type: '',
    company_id: '1',
    characteristics: {},
    person: zoe,
    said_by,
    reported_at,
  },
  app: { ...bundle, app_id: '1', version: '1', push_token: 'late token' },
});

/** Resolves once the consumers are through with all that was published before. */
async function settle(): Promise<void> {
  const core_id = `marker ${Math.random()}`;
  const marker = { dni: `${Math.random()}`, name: 'Marker' };
  await herald.publish(deviceRegistered, { ...report(core_id, new Date().toISOString()), person: marker });
  await eventually(() => tokens().findOne({ core_id }));
  await eventually(() => of('index', 'devices').findOne({ core_id }));
  await eventually(() => identities().findOne({ dni: marker.dni.replace(/[.-]/g, '') }));
  await eventually(() => persons().findOne({ dni: marker.dni.replace(/[.-]/g, '') }));
}

it('takes no message that was written before', async () => {
  await herald.publish(deviceRegistered, report('own-phone', past));
  await herald.publish(deviceRegistered, report('own-phone', past, 'device'));
  await herald.publish(deviceRegistered, report('own-phone', longAgo));
  await herald.publish(deviceRegistered, report('another-phone', past));
  await settle();
  await herald.publish(identityUpdated, {
    ...{ uuid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10', company_id: '1' },
    ...{ dni: zoe.dni, email: zoe.email, name: 'zoe', updated_at: past },
  });
  const campaign = { uuid: campaignUuid, app_id: '1', bundle_id: bundle.bundle_id };
  const batch = {
    batch_id: '9d0a1c52-6f43-4a0e-8f7a-2b5f0b0f7c12',
    tries: 0,
    core_ids: ['own-phone', 'strange-phone'],
  };
  const notification = { data: { type: 'banner' } };
  const whole = { campaign: { ...campaign, company_id: '1', message_id: campaign.uuid }, ...batch, notification };
  await herald.publish(pushBatch, whole as never as PushBatch);
  await eventually(() =>
    of('notifications', 'campaign_deliveries').findOne({ _id: pushUuid(campaignUuid, 'strange-phone') as never }),
  );
  await settle();
  expect(await held()).toEqual([]);
});

it('takes no words of another device, which is stored and answered as ever', async () => {
  const before = await register('stranger', phone('stranger'), { dni: '78', email: 'eva@example.com' });
  const after = await register('stranger-2', phone('stranger-2'));
  expect([after.status, Object.keys(after.body.device)]).toEqual([before.status, Object.keys(before.body.device)]);
  await register('stranger-3', phone('stranger-3'), { email: zoe.email });
  await eventually(() => tokens().findOne({ core_id: 'stranger-3' }));
  await settle();
  const device = () => of('identification', 'devices').findOne({ core_id: 'stranger-2' });
  await eventually(async () => !(await device())!.said_dni);
  expect(await of('index', 'devices').countDocuments({ core_id: { $in: ['stranger-2', 'stranger-3'] } })).toBe(2);
  expect(await held()).toEqual([]);
  expect((await register('stranger-2', phone('stranger-2'))).status).toBe(200);
});

it.each([
  ['the own phone', 'own-phone', {}],
  ['a proof', 'new-phone', { dni: zoe.dni }],
])('makes a new person of %s', async (_, core_id, claims) => {
  expect((await register(core_id, phone(core_id, claims))).status).toBe(201);
  await eventually(() => persons().findOne({ dni: zoe.dni, name: 'Zoe' }));
  await eventually(() => identities().findOne({ dni: zoe.dni, email: zoe.email }));
  await eventually(() => tokens().findOne({ core_id, token: `token of ${core_id}` }));
  // What is late changes nothing of the new person.
  await herald.publish(deviceRegistered, { ...report(core_id, past), person: { ...zoe, lastname: 'Late' } });
  await settle();
  expect(await persons().findOne({ dni: zoe.dni })).toMatchObject({ lastname: '' });
  expect(await identities().findOne({ dni: zoe.dni })).toMatchObject({ last_name: '' });
});

it('forgets the erasure after TOMBSTONE_DAYS, and names the person by keyed hashes alone', async () => {
  for (const service of ['identification', 'index', 'notifications'] as const) {
    const rows = await of(service, 'tombstones').find().toArray();
    expect(rows.map((row) => Object.keys(row).sort())).toEqual(
      rows.map(() => ['_id', 'company_id', 'erased_at', 'expires_at']),
    );
    expect([rows.length, rows.every(({ _id }) => String(_id).startsWith('erased:'))]).toEqual([3, true]);
    const [{ erased_at, expires_at }] = rows as unknown as [{ erased_at: Date; expires_at: Date }];
    expect(expires_at.getTime() - erased_at.getTime()).toBe(30 * 86_400_000);
    await of(service, 'tombstones').updateMany({}, { $set: { expires_at: new Date() } });
  }
  await register('stranger', phone('stranger'));
  await eventually(() => persons().findOne({ dni: zoe.dni }));
  await eventually(() => identities().findOne({ dni: zoe.dni }));
});

it('keeps the newest time of an erasure whose steps come out of order', async () => {
  const subject = { company_id: '1', dnis: ['99'], emails: [], core_ids: [] };
  const request = { request_uuid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10', step: 'erase', ...subject } as const;
  const [older, newer] = [1, 2].map((hours) => new Date(Date.now() + hours * 3_600_000));
  const answered = await herald.collect(subjectAnswered);
  for (const [round, asked_at] of [newer, older].entries()) {
    await herald.publish(subjectRequested, { ...request, round, asked_at: asked_at!.toISOString() });
    await eventually(() => answered.some((one) => one.service === 'index' && one.round === round));
  }
  expect(await of('index', 'tombstones').countDocuments({ erased_at: newer })).toBe(1);
  expect(await of('index', 'tombstones').countDocuments({ erased_at: older })).toBe(0);
});
