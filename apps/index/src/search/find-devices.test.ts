import { randomBytes } from 'node:crypto';
import type { Caller } from '@herald/auth';
import type { DeviceFilters } from '@herald/device-query';
import {
  buildCollection,
  bulkInsert,
  checkCollections,
  connectDatabase,
  idRanges,
  type DatabaseServer,
  type Model,
} from '@herald/persistence';
import { devices, type Device as StoredDevice } from '../devices/device.model';
import { deviceQueryOf } from './device-query';
import { deviceSearch, type DeviceSearch } from './device-search';
import { findDevices } from './find-devices';

const size = 2_400;
const name = `t${randomBytes(6).toString('hex')}_index`;
const commands: Record<string, unknown>[] = [];
let server: DatabaseServer;
let Device: Model<StoredDevice>;
let search: DeviceSearch;
beforeAll(async () => {
  const onQuery = (_: string, command: Record<string, unknown>) => void commands.push(command);
  server = await connectDatabase(process.env.MONGO_URL!, { onQuery });
  const database = server.database(name);
  for (const check of await checkCollections(database, [devices])) await buildCollection(database, check);
  Device = devices.model(database);
  await bulkInsert(
    Device,
    Array.from({ length: size }, (_, at) => stored(at)),
  );
  const ranges = idRanges(Device, { minSize: size, rangeSize: 200 });
  await ranges.find();
  search = deviceSearch(Device, { ranges, minMatches: 800 });
});
afterAll(async () => {
  await server?.database(name).dropDatabase();
  await server?.close();
});

/** Two companies in turn; two brands, a rare model, and some blocked devices. */
function stored(at: number) {
  const texts = {
    brand: at % 6 < 3 ? 'Acme' : 'Globex',
    model: at < 20 ? 'Old' : at % 40 === 0 ? 'Rare' : 'One',
    imei: '',
  };
  const rest = { system_name: at % 5 > 0 ? 'android' : 'ios', system_version: '33', emulator: false, location: null };
  const times = { created_at: new Date(at), updated_at: new Date(at) };
  const block = at % 100 === 1 ? { block: { is: true, at: new Date(at) } } : {};
  const own = { company_id: String(1 + (at % 2)), core_id: `phone-${at}`, apps: [], said: {}, revision: 1, ...block };
  return { ...own, ...texts, ...rest, ...times, app_keys: [], trigrams: [] };
}

const caller = (companies: Caller['companies'], ...scopes: string[]): Caller => ({
  subject: 'clerk',
  companies,
  scopes: new Set(scopes),
});
const clerk = caller(['2']);

async function found(who: Caller, filters: DeviceFilters, page: number, per_page = 50) {
  const { data, total } = await findDevices(search, { ...deviceQueryOf(who, filters), page, per_page });
  return [data.map(({ core_id }) => core_id), total];
}

/** What the database finds without ranges. */
async function expected(filter: object, page: number, per_page = 50) {
  const all = await Device.find(filter, { core_id: 1 }).sort({ _id: 1 }).lean();
  return [all.slice((page - 1) * per_page, page * per_page).map(({ core_id }) => core_id), all.length];
}

const android = { system_name: 'android' };
const shown = { 'block.is': { $ne: true } };

describe('a search of a large collection', () => {
  it.each([
    ['all', caller('*', 'privacy:read'), {}, {}],
    ['a frequent value', caller('*', 'privacy:read'), android, android],
    ['a tenant without its blocked devices', clerk, {}, { company_id: '2', ...shown }],
    ['a frequent value of a tenant', clerk, android, { company_id: '2', ...android, ...shown }],
    ['two filters', caller('*'), { brand: 'Acme', ...android }, { brand: 'Acme', ...android, ...shown }],
    ['few matches', caller('*'), { model: 'Rare' }, { model: 'Rare', ...shown }],
  ])('finds each page of %s', async (_, who, filters, filter) => {
    for (const page of [1, 2, 9, 17, 20, 50])
      expect(await found(who, filters, page)).toEqual(await expected(filter, page));
    expect(await found(who, filters, 3, 500)).toEqual(await expected(filter, 3, 500));
  });

  it('begins a walk before all matches are counted, with an estimate that decides how to read the next pages', async () => {
    const one = deviceSearch(Device, { ranges: search.ranges, minMatches: 800 });
    const query = { ...deviceQueryOf(clerk, android), page: 1, per_page: 50, estimates_total: true };
    commands.length = 0;
    const { data, total } = await findDevices(one, query);
    expect([data.map(({ core_id }) => core_id)]).toEqual(
      (await expected({ company_id: '2', ...android, ...shown }, 1)).slice(0, 1),
    );
    expect(commands.filter((command) => 'count' in command || 'aggregate' in command)).toEqual([]);
    expect(total).toBeGreaterThan(800);
    expect(total).toBeLessThan(1_200);
    // Few matches are counted as ever.
    const few = { ...query, ...deviceQueryOf(clerk, { model: 'Rare' }) };
    expect((await findDevices(one, few)).total).toBe(
      (await findDevices(one, { ...few, estimates_total: false })).total,
    );
  });

  it('shares no counts between tenants', async () => {
    const [, ofOne] = await found(caller(['1']), android, 10);
    const [, ofTwo] = await found(caller(['2']), android, 10);
    expect([ofOne, ofTwo]).toEqual([960, 960 - 24]);
  });

  it('scans no further than the next ranges where only the first ids match', async () => {
    const first = deviceSearch(Device, { ranges: search.ranges, minMatches: 800 });
    const query = { ...deviceQueryOf(caller('*'), { model: 'Old' }), page: 1, per_page: 50 };
    commands.length = 0;
    const { data, total } = await findDevices(first, query);
    // One of the twenty is blocked.
    expect([data.length, total]).toEqual([19, 19]);
    const scans = commands.filter(({ find, hint, limit }) => find && limit && JSON.stringify(hint) === '{"_id":1}');
    expect(scans).toHaveLength(2);
    for (const { filter } of scans) expect(filter).toMatchObject({ _id: { $lt: expect.anything() } });
  });

  it('reads no first ids for a kind of filter that matches few of a tenant', async () => {
    const first = deviceSearch(Device, { ranges: search.ranges, minMatches: 800 });
    const finds = async (by: Caller) => {
      commands.length = 0;
      await findDevices(first, { ...deviceQueryOf(by, { model: 'Rare' }), page: 1, per_page: 50 });
      return commands.filter(({ find }) => find === 'devices').length;
    };
    for (let round = 0; round < 5; round++) expect(await finds(clerk)).toBe(2);
    expect([await finds(clerk), await finds(caller(['1']))]).toEqual([1, 2]);
  });

  it('counts two filters by the index of the rarer one, and skips few matches', async () => {
    const first = deviceSearch(Device, { ranges: search.ranges, minMatches: 800 });
    const query = deviceQueryOf(caller('*', 'privacy:read'), { brand: 'Acme', ...android });
    commands.length = 0;
    await findDevices(first, { ...query, page: 19, per_page: 50 });
    const reads = commands.filter(({ find }) => find === 'devices');
    expect(reads.map(({ skip }) => Number(skip) < 200)).toEqual([true]);
    const hints = commands.flatMap(({ pipeline, hint }) => (pipeline ? [JSON.stringify(hint)] : []));
    expect(new Set(hints)).toEqual(new Set(['{"_id":1}', '{"brand":1,"company_id":1,"_id":1}']));
  });
});

it('a search has its turn before what another tenant waits with', async () => {
  const one = deviceSearch(Device);
  const ends: (() => void)[] = [];
  const wait = () => new Promise<void>((resolve) => void ends.push(resolve));
  const { tenant } = deviceQueryOf(caller(['1']), {});
  const waiting = Array.from({ length: 9 }, () => one.inTurns(tenant, wait));
  const query = { ...deviceQueryOf(clerk, { core_id: 'phone-3' }), page: 1, per_page: 50 };
  const searched = findDevices(one, query);
  ends.shift()!();
  ends.shift()!();
  expect((await searched).total).toBe(1);
  while (ends.length > 0) {
    ends.shift()!();
    await new Promise(setImmediate);
  }
  await Promise.all(waiting);
});
