import { deviceRegistered } from '@herald/contracts';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { report } from '../report.fixture';
import { service } from '../service';

const search = 'POST /index/v1/device';
type Found = { data: { core_id: string }[]; total: number; next: string | null };

let herald: Tested;
const commands: string[] = [];
beforeAll(async () => {
  // Jobs of the process query other collections meanwhile.
  const onQuery = (_: string, command: Record<string, unknown>) => {
    const [name, collection] = Object.entries(command)[0]!;
    if (collection === 'devices') commands.push(name);
  };
  herald = await startForTest(service, {}, { onQuery });
  await devices().insertMany(Array.from({ length: 2_400 }, (_, at) => stored(at)));
});
afterAll(() => herald?.stop());

const devices = () => herald.database('index').collection('devices');
const name = (at: number) => `phone-${String(at).padStart(5, '0')}`;
/** Two companies in turn; a rare model once in 400, the one in `company_id` 1 only. */
function stored(at: number) {
  const at0 = new Date(1_700_000_000_000 + at);
  const texts = { brand: 'Acme', model: at % 400 === 0 ? 'Rare' : 'One', imei: '', system_version: '33' };
  const rest = { system_name: 'android', emulator: false, location: null, apps: [], said: {}, revision: 1 };
  const own = { company_id: String(1 + (at % 2)), core_id: name(at), ...texts, ...rest };
  return { ...own, app_keys: [], trigrams: [], created_at: at0, updated_at: at0 };
}

async function step(after: string, body: object, per_page: number, companies: '*' | number[] = [1]): Promise<Found> {
  const { status, body: found } = await herald.as({ companies })(search, { body, query: { after, per_page } });
  expect([status, found.page, found.per_page]).toEqual([200, 1, per_page]);
  return found;
}

/** All devices of a walk; `between` runs after each page but the last. */
async function walk(body: object, per_page: number, between = async (_page: number) => {}, companies?: '*' | number[]) {
  const met: string[] = [];
  const totals = new Set<number>();
  let page = 0;
  for (let after: string | null = ''; after !== null;) {
    const { data, total, next } = await step(after, body, per_page, companies);
    met.push(...data.map(({ core_id }) => core_id));
    totals.add(total);
    after = next;
    if (after !== null) await between(++page);
  }
  return { met, totals: [...totals] };
}

const ofCompany = (company: number) => Array.from({ length: 1_200 }, (_, at) => name(2 * at + company - 1));

describe(`${search}?after=`, () => {
  it.each([
    ['all', {}, ofCompany(1)],
    ['many', { emulator: 'false', brand: ['Acme', 'Globex'] }, ofCompany(1)],
    ['few', { model: 'Rare' }, [0, 400, 800, 1_200, 1_600, 2_000].map(name)],
    ['none', { model: 'Rarer' }, []],
  ])('returns %s of them once, in order', async (_, filters, expected) => {
    for (const per_page of [5, 500, 1_200])
      if (expected.length < 10 || per_page > 5)
        expect(await walk(filters, per_page)).toEqual({ met: expected, totals: [expected.length] });
  });

  it('walks through all companies for a service, and else through those of the token', async () => {
    expect((await walk({}, 1_000, undefined, '*')).met).toHaveLength(2_400);
    const { next } = await step('', {}, 10, [2]);
    const { data, total } = await step(next!, {}, 2_000, [1]);
    expect(data.map(({ core_id }) => core_id)).toEqual(ofCompany(1).slice(10));
    // The cursor carries the total of the first page.
    expect(total).toBe(1_200);
  });

  it('counts on the first page only', async () => {
    const { next } = await step('', { system_name: 'android' }, 100);
    commands.length = 0;
    await step(next!, { system_name: 'android' }, 100);
    expect(commands.filter((command) => ['find', 'aggregate'].includes(command))).toEqual(['find']);
    expect((await step('', {}, 1_200)).next).not.toBeNull();
    expect((await step('', {}, 1_201)).next).toBeNull();
  });

  it('returns devices that are updated meanwhile once, and may return those registered meanwhile', async () => {
    const fresh: string[] = [];
    const touch = async (page: number) => {
      const known = await devices().findOne({ core_id: name(page * 200) });
      await herald.publish(deviceRegistered, report(page, { core_id: name(page * 200) }));
      await herald.publish(deviceRegistered, report(page, { core_id: name(2_200 - page * 200) }));
      await herald.publish(deviceRegistered, report(0, { core_id: `fresh-${page}` }));
      fresh.push(`fresh-${page}`);
      await eventually(async () => {
        const now = await devices().findOne({ core_id: name(page * 200) });
        return now!.revision !== known!.revision && devices().findOne({ core_id: `fresh-${page}` });
      });
    };
    const { met } = await walk({ company_id: '1' }, 200, touch);
    const old = met.filter((one) => !one.startsWith('fresh'));
    expect(old).toEqual(ofCompany(1));
    expect(met).toHaveLength(new Set(met).size);
    expect(fresh).toHaveLength(6);
    expect(met.slice(1_200)).toEqual(fresh.slice(0, met.length - 1_200));
  });

  it.each([
    ['after=x', 'after'],
    ['after=64f0c0ffee64f0c0ffee0001', 'after'],
    ['after=64f0c0ffee64f0c0ffee0001-$ne', 'after'],
    ['after[$gt]=64f0c0ffee64f0c0ffee0001-1', undefined],
    ['after=&after=', 'after'],
    ['after=&page=2', 'page'],
    ['after=64f0c0ffee64f0c0ffee0001-1&page=2', 'page'],
    ['after=&per_page=10001', 'per_page'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await herald.as()(`${search}?${query}`, { body: {} });
    if (field) expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    // A name in brackets is another name, and unknown names are ignored.
    else expect([status, 'next' in body]).toEqual([200, false]);
  });
});
