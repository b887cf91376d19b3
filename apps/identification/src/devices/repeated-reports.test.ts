import { type DeviceRegistered, deviceRegistered, deviceUpdated, identityUpdated } from '@herald/contracts';
import { start as startProcess } from '@herald/service';
import { eventually, requester, startForTest, type OtherService, type Tested } from '@herald/testing';
import { companyForTest } from '../company.fixture';
import { service } from '../service';

/** An app repeats its report at each start: a repetition must cost next to nothing and lose nothing. */
const register = 'POST /identification/api/v1/device';
const ana = { dni: '1-9', name: 'Ana', email: 'ana@example.com' };
const phone = (number: number, more: object = {}) => ({
  core_id: `phone-${number}`,
  core_id_type: 'gsf',
  company_id: 1,
  characteristics: { brand: 'Acme', battery: 0.5, cameras: [{ facing: 'back', size: 12 }] },
  location: [-70.65, -33.45],
  app: { bundle_id: 'com.acme.wallet', flavor_id: 'red', version: '2.0', push_token: 'token', tags: { plan: 'gold' } },
  person: ana,
  ...more,
});

let company: OtherService;
let herald: Tested;
let published: DeviceRegistered[];
const commands: string[] = [];
const start = async (settings = {}) => {
  herald = await startForTest(
    service,
    { COMPANY_URL: company.url, ...settings },
    {
      onQuery(database, command) {
        const [name, collection] = Object.entries(command)[0] as [string, string];
        if (database.endsWith('_identification') && collection === 'devices') commands.push(name);
      },
    },
  );
  published = await herald.collect(deviceRegistered);
};
beforeAll(async () => (company = await companyForTest()));
beforeEach(() => start());
afterEach(() => herald?.stop());
afterAll(() => company.stop());

const devices = () => herald.database('identification').collection('devices');
const send = async (body: object, claims = {}) => (await herald.as(claims)(register, { body })).status;
/** Waits for the messages so far and for what identification does with them itself. */
const settle = async (count: number) => {
  await eventually(() => published.length >= count);
  await eventually(() => herald.database('identification').collection('persons').countDocuments());
};
/** The commands of one registration to the devices. */
async function commandsOf(run: () => Promise<unknown>): Promise<string[]> {
  commands.length = 0;
  await run();
  return [...commands];
}

it('costs one command, no message and no record of the service log', async () => {
  const logged = await herald.collectServiceLog();
  expect(await send(phone(1))).toBe(201);
  await settle(1);
  const { updated_at } = (await devices().findOne({}))!;
  expect(await commandsOf(async () => expect(await send(phone(1))).toBe(200))).toEqual(['find']);
  expect((await devices().findOne({}))!.updated_at).toEqual(updated_at);
  expect(await send(phone(2))).toBe(201);
  await settle(2);
  await eventually(() => logged.length === 2);
  expect(published.map(({ core_id }) => core_id)).toEqual(['phone-1', 'phone-2']);
});

it('costs a new device two commands and a changed one two', async () => {
  await send(phone(1));
  await settle(1);
  const fresh = await commandsOf(() => send(phone(2, { person: { dni: '2-7' } })));
  expect(fresh).toEqual(['find', 'insert']);
  await settle(2);
  const changed = await commandsOf(() => send(phone(2, { person: { dni: '2-7' }, core_id_type: 'other' })));
  expect(changed).toEqual(['find', 'update']);
});

it.each([
  ['core_id_type', { core_id_type: 'other' }],
  ['characteristics', { characteristics: { brand: 'Acme', battery: 0.4, cameras: [{ facing: 'back', size: 12 }] } }],
  ['location', { location: [-70.65, -33.46] }],
  ['version', { app: { ...phone(1).app, version: '2.1' } }],
  ['push token', { app: { ...phone(1).app, push_token: 'another' } }],
  ['tags', { app: { ...phone(1).app, tags: { plan: 'silver' } } }],
  ['person', { person: { ...ana, name: 'Eva' } }],
  ['source', {}, { coreId: 'phone-1', companies: [1] }],
  ['proof', {}, { coreId: 'phone-1', dni: '19', companies: [1] }],
])(
  'publishes a report with another %s, and again one with the earlier value',
  async (_name, change, claims: object = {}) => {
    await send(phone(1));
    expect(await send(phone(1, change), claims)).toBe(200);
    await eventually(() => published.length === 2);
    expect(await send(phone(1))).toBe(200);
    await eventually(() => published.length === 3);
  },
);

it('does not hide that a person returns to an earlier device', async () => {
  const lastDevice = async () =>
    (await herald.as()('GET /identification/api/v1/identity/1-9/lastdevice')).body.device.core_id as string;
  for (const number of [1, 2, 1, 1, 2, 1]) {
    await send(phone(number));
    expect(await lastDevice()).toBe(`phone-${number}`);
  }
  await eventually(() => published.length === 5);
  // Another company's device counts for callers that hold both.
  await send(phone(3, { company_id: 2 }));
  expect(await lastDevice()).toBe('phone-3');
  await send(phone(1));
  expect(await lastDevice()).toBe('phone-1');
});

it('does not tell a company when the person used a device of another one', async () => {
  const one = { companies: [1] };
  await send(phone(1), one);
  await send(phone(3, { company_id: 2 }), { companies: [2] });
  await settle(2);
  expect(await commandsOf(() => send(phone(1), one))).toEqual(['find']);
});

it('repeats what an operator changed after the report', async () => {
  await send(phone(1));
  await settle(1);
  const changed = { uuid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10', company_id: '1', dni: '19', name: 'eva' };
  await herald.publish(identityUpdated, { ...changed, updated_at: new Date().toISOString() });
  await eventually(async () => !(await devices().findOne({}))!.last_of);
  await send(phone(1));
  await settle(2);
  await herald.publish(deviceUpdated, { core_id: 'phone-1', company_id: '1', app_id: '11' });
  await eventually(async () => (await devices().findOne({}))!.reports['11'].digest === '-');
  await send(phone(1));
  await settle(3);
  expect(await send(phone(1))).toBe(200);
  expect(published).toHaveLength(3);
});

it.each([
  ['a first report', []],
  ['a changed report', [phone(1, { core_id_type: 'other' })]],
])('repeats what an operator changed before %s was stored', async (_name, earlier) => {
  for (const body of earlier) await send(body);
  // As if the change were between the message and the record of the report that follows.
  const updated_at = new Date(Date.now() + 30_000).toISOString();
  await herald.publish(deviceUpdated, { core_id: 'phone-1', company_id: '1', app_id: '11', updated_at });
  const isMarked = async () => (await devices().findOne({}))?.reports['11'].digest === '-';
  if (earlier.length > 0) await eventually(isMarked);
  await send(phone(1));
  await eventually(isMarked);
  await send(phone(1));
  await settle(earlier.length + 2);
});

it('is published again after LAST_SEEN_HOURS, or when the clock was set back', async () => {
  await herald.stop();
  await start({ LAST_SEEN_HOURS: '2' });
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
  const reportedAt = (at: Date) => devices().updateOne({}, { $set: { 'reports.11.at': at } });
  await send(phone(1));
  await reportedAt(hours(1.9));
  await send(phone(1));
  await reportedAt(hours(2.1));
  await send(phone(1));
  await settle(2);
  await reportedAt(hours(-1));
  await send(phone(1));
  await settle(3);
  expect(published).toHaveLength(3);
});

it('is published again when its first try was published but not stored', async () => {
  // This index makes the insertion fail, and ends the try where a killed process would.
  const index = await devices().createIndex({ id: 1 }, { unique: true });
  await devices().insertOne({ id: 1, core_id: 'other', company_id: '9' });
  expect(await send(phone(1))).toBe(500);
  await eventually(() => published.length === 1);
  await devices().dropIndex(index);
  await devices().deleteMany({});
  expect(await send(phone(1))).toBe(201);
  await eventually(() => published.length === 2);
});

it('publishes the id that is stored, also when two processes register a device at once', async () => {
  const other = await startProcess([service], herald.env);
  const sendToOther = requester(other.url, herald.token());
  const numbers = Array.from({ length: 30 }, (_, at) => at);
  const statuses = await Promise.all(
    numbers.flatMap((number) => [
      send(phone(number)),
      sendToOther(register, { body: phone(number) }).then(({ status }) => status),
    ]),
  );
  expect(statuses.filter((status) => status === 201)).toHaveLength(30);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  const ids = new Map((await devices().find().toArray()).map(({ core_id, id }) => [core_id, id]));
  expect(new Set(ids.values()).size).toBe(30);
  // Consumers take over the newest report, in whichever order the messages arrive.
  const publishedId = (wanted: string) =>
    published
      .filter(({ core_id }) => core_id === wanted)
      .toSorted((one, another) => one.reported_at.localeCompare(another.reported_at))
      .at(-1)?.device_id;
  await eventually(() => [...ids].every(([core_id, id]) => publishedId(core_id) === id));
  await other.stop();
});
