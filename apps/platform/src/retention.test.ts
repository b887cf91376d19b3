import { devicesUnseen } from '@herald/contracts';
import { eventually, pushUuid, startForTest, type Tested } from '@herald/testing';
import { phones, registerPersons, statisticsOf } from './person-data.fixture';
import { allServices } from './services';

/** Each kind of data goes after its days and not before, and nothing else changes. */
const dayMs = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * dayMs);
const path = '/identification/api/v1/retention';
const files = '/chronos/v1/file_registers';

let herald: Tested;
beforeEach(async () => (herald = await startForTest(allServices)));
afterEach(() => herald?.stop());

type Place = [Parameters<Tested['database']>[0], string];
const at = ([service, collection]: Place) => herald.database(service).collection(collection);
const count = (place: Place, filter: object = {}) => at(place).countDocuments(filter);
const devices: Place = ['identification', 'devices'];
const indexed: Place = ['index', 'devices'];
const tokens: Place = ['notifications', 'push_tokens'];
const deliveries: Place = ['notifications', 'campaign_deliveries'];
const targets: Place = ['campaigns', 'targets'];
const lists: Place = ['campaigns', 'target_lists'];
const versions: Place = ['chronos', 'file_versions'];
const credentials: Place = ['sapien', 'credentials'];
const serviceEvents: Place = ['events', 'service_events'];
const requests: Place = ['identification', 'subject_requests'];

/** Another process with these settings, which does not wait for the leases of the first one. */
async function withSettings<T>(settings: Record<string, string>, work: () => Promise<T>): Promise<T> {
  for (const { name } of allServices) await at([name, 'leases']).deleteMany({});
  const other = await startForTest(allServices, { ...herald.env, PORT: '0', ...settings });
  try {
    return await work();
  } finally {
    await other.stop();
  }
}

async function storeTwoVersions(): Promise<string> {
  const form = (text: string) => {
    const fields = new FormData();
    fields.set('company_id', '1');
    fields.set('file', new Blob([text]), 'rules.txt');
    return fields;
  };
  const { body } = await herald.as()(`POST ${files}`, { form: form('old') });
  const { uuid } = body.data;
  const second = form('new text');
  second.delete('company_id');
  expect((await herald.as()(`PUT ${files}/${uuid}`, { form: second })).status).toBe(200);
  return uuid;
}

const request = (uuid: string, days: number) => ({
  ...{ uuid, company_id: '1', kind: 'erase', state: 'done', finished_at: ago(days), services: [], replies: [] },
  ...{ subject_hash: uuid, created_at: ago(days), due_at: ago(days) },
});

/** The delivery records of some phones. */
const pushedTo = (campaign: string, ...coreIds: string[]) => ({
  _id: { $in: coreIds.map((coreId) => pushUuid(campaign, coreId)) as never[] },
});

/** What is a day past its retention, and what is a day before it. */
async function age(file: string, campaign: string): Promise<void> {
  await at(deliveries).updateMany(pushedTo(campaign, ...phones), { $set: { created_at: ago(401) } });
  await at(deliveries).updateMany(pushedTo(campaign, 'otto-phone'), { $set: { created_at: ago(399) } });
  await at(['notifications', 'campaigns']).updateMany({}, { $set: { oldest_at: ago(401), sent_at: ago(399) } });
  await at(['campaigns', 'campaigns']).updateMany({}, { $set: { updated_at: ago(401) } });
  await at(tokens).updateOne({ core_id: 'shared-phone' }, { $set: { token: null, reported_at: ago(181) } });
  await at(versions).updateMany({ file_uuid: file, version: 1 }, { $set: { replaced_at: ago(11) } });
  await at(credentials).updateOne({ company_id: '1' }, { $set: { created_at: ago(31) } });
  await at(credentials).updateOne({ company_id: '2' }, { $set: { created_at: ago(29) } });
  for (const [uuid, days] of [
    ['old', 366],
    ['young', 364],
  ] as const)
    await at(serviceEvents).insertOne({ uuid, created_at: ago(days) });
  await at(requests).insertMany([request('old', 1_096), request('young', 1_094)]);
  await at(['identification', 'persons']).updateMany(
    { 'claims.0': { $exists: true } },
    { $set: { 'claims.$[].at': ago(91) } },
  );
}

it('removes each kind of data after its days, and neither earlier nor anything else', async () => {
  const { campaign } = await registerPersons(herald);
  const file = await storeTwoVersions();
  const { updated_at: _then, ...statistics } = await statisticsOf(herald, campaign);
  const used = (await at(['chronos', 'quota_usage']).findOne({ _id: '1' as never }))!.used as number;
  await age(file, campaign);
  const before = await count(['identification', 'persons'], { 'claims.0': { $exists: true } });
  // Of the three targets one has a record of its own: its device has reported.
  expect([before, await count(targets), await count(versions, { file_uuid: file })]).toEqual([2, 1, 2]);
  await withSettings({ FILE_VERSION_DAYS: '10' }, async () => {
    await eventually(async () => (await count(deliveries, pushedTo(campaign, ...phones))) === 0);
    await eventually(async () => (await count(targets)) === 0);
    await eventually(async () => (await count(tokens, { core_id: 'shared-phone' })) === 0);
    await eventually(async () => (await count(versions, { file_uuid: file })) === 1);
    await eventually(async () => (await count(credentials)) === 1);
    await eventually(async () => (await count(serviceEvents, { uuid: 'old' })) === 0);
    await eventually(async () => (await count(requests)) === 1);
    await eventually(async () => (await count(['identification', 'persons'], { 'claims.0': { $exists: true } })) === 0);
    await eventually(() => at(['campaigns', 'campaigns']).findOne({ targets_removed_at: { $exists: true } }));
  });
  expect(await count(deliveries, pushedTo(campaign, 'otto-phone'))).toBe(1);
  expect(await count(credentials, { company_id: '2' })).toBe(1);
  expect([await count(serviceEvents, { uuid: 'young' }), await count(requests, { uuid: 'young' })]).toEqual([1, 1]);
  expect([await count(devices), await count(indexed), await count(tokens)]).toEqual([5, 5, 4]);
  const { targets_removed_at, updated_at: _now, ...after } = await statisticsOf(herald, campaign);
  expect([targets_removed_at, after]).toEqual([expect.any(String), statistics]);
  const listed = await herald.as()(`GET /campaigns/api/v1/campaign/${campaign}/notification`);
  expect([listed.status, listed.body.data, await count(lists, { 'core_ids.0': { $exists: true } })]).toEqual([
    200,
    [],
    0,
  ]);
  const content = await herald.as()(`GET ${files}/${file}/content`);
  expect([content.status, (await herald.as()(`GET ${files}/${file}/content?version=1`)).status]).toEqual([200, 404]);
  expect((await at(['chronos', 'quota_usage']).findOne({ _id: '1' as never }))!.used).toBe(used - 'old'.length);
});

it('removes a device that does not report any more from all services that reach it, unless it returns or is held', async () => {
  await registerPersons(herald);
  const old = { core_id: { $in: ['otto-phone', 'shared-phone', ...phones] }, company_id: '1' };
  await at(devices).updateMany(old, { $set: { reported_at: ago(31) } });
  await at(indexed).updateMany(old, { $set: { updated_at: ago(31) } });
  await at(tokens).updateMany(old, { $set: { reported_at: ago(31) } });
  // One has returned: its report has reached the index, and not identification yet.
  await at(indexed).updateOne({ core_id: 'shared-phone' }, { $set: { updated_at: new Date() } });
  const hold = { company_id: 1, dni: '7.766.554-K', reason: 'A case' };
  expect((await herald.as()('PUT /identification/api/v1/legal_hold', { body: hold })).status).toBe(200);
  const told = await herald.collect(devicesUnseen);
  await withSettings({ DEVICE_DAYS: '30' }, async () => {
    await eventually(async () => (await count(devices, { core_id: 'otto-phone' })) === 0);
    await eventually(async () => (await count(indexed, { core_id: 'otto-phone' })) === 0);
    await eventually(async () => (await count(tokens, { core_id: 'otto-phone' })) === 0);
  });
  expect(told.map(({ core_ids }) => core_ids.toSorted())).toEqual([['otto-phone', 'shared-phone']]);
  expect(await count(indexed, { core_id: 'shared-phone' })).toBe(1);
  for (const place of [devices, indexed, tokens]) expect(await count(place, { core_id: { $in: [...phones] } })).toBe(3);
});

it('shows what is kept for how long, to tokens of all companies alone', async () => {
  await at(serviceEvents).insertOne({ uuid: 'old', created_at: ago(364.5) });
  await withSettings({ AUDIT_DAYS: '0', SERVICE_LOG_DAYS: '365' }, async () => {
    const shown = await eventually(async () => {
      const { body } = await herald.as({ scope: 'privacy:read' })(`GET ${path}`);
      const events = body.retention.find(({ service }: { service: string }) => service === 'events');
      return body.retention.length === allServices.length && events.kinds[0].due_within_day > 0 && body.retention;
    });
    const kinds = shown.find(({ service }: { service: string }) => service === 'events').kinds;
    expect(kinds[0]).toEqual({
      ...{ kind: 'service log', collection: 'service_events', setting: 'SERVICE_LOG_DAYS', days: 365, rule: null },
      ...{ unit: 'records', oldest_at: expect.stringMatching(/^\d{4}-/), due_within_day: 1, is_at_least: false },
    });
    expect(kinds[1]).toMatchObject({ kind: 'dead letters', days: 30, oldest_at: null, due_within_day: null });
    const [audit] = shown.find(({ service }: { service: string }) => service === 'audit').kinds;
    expect(audit).toMatchObject({ setting: 'AUDIT_DAYS', days: 0, due_within_day: 0 });
  });
  expect((await herald.as({ scope: 'privacy:read', companies: [1] })(`GET ${path}`)).status).toBe(403);
  expect((await herald.as({ scope: 'privacy:write' })(`GET ${path}`)).status).toBe(403);
});
