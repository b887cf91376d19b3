import { deviceRegistered, identityUpdated, type DeviceRegistered } from '@herald/contracts';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { appReport, moment, report } from './report.fixture';
import { service } from './service';

let herald: Tested;
beforeEach(async () => (herald = await startForTest(service)));
afterEach(() => herald?.stop());
const publish = (message: DeviceRegistered) => herald.publish(deviceRegistered, message);
const devices = () => herald.database('index').collection('devices');
const identities = () => herald.database('index').collection('identities');
const shown = async (coreId = 'phone-1') => (await herald.as()(`GET /index/v1/device/${coreId}`)).body.data;

/** Waits until all that was published before is done. */
async function allDone() {
  await publish(report(59, { core_id: 'the last one', company_id: '9' }));
  await eventually(() => devices().findOne({ core_id: 'the last one' }));
}

function shuffled<T>(list: T[]): T[] {
  return list
    .map((one) => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

describe('on-device-registered: the device', () => {
  it('is found by core_id and by search within two seconds', async () => {
    await publish(report(1, { app: appReport('11', { plan: 'gold' }, '2.0') }));
    await eventually(() => devices().countDocuments(), 2_000);
    const device = {
      core_id: 'phone-1',
      brand: 'Acme',
      model: 'One',
      imei: '356938035643809',
      emulator: false,
      system_name: 'android',
      system_version: '33',
      location: [-70.65, -33.45],
      apps: [{ app_id: '11', tags: { plan: 'gold' }, version: '2.0', created_at: moment(1), updated_at: moment(1) }],
      created_at: moment(1),
      updated_at: moment(1),
    };
    expect(await shown()).toEqual([device]);
    const found = await herald.as()('POST /index/v1/device', { body: { brand: 'Acme', emulator: 'false' } });
    expect(found.body).toMatchObject({ total: 1, data: [device] });
  });

  it('stands as the newest reports say, in whatever order, how often and how much at once they come', async () => {
    const reports = [
      report(1, { app: appReport('11', { plan: 'free', since: '2025' }, '1.0') }),
      report(2, { app: appReport('12', { plan: 'silver' }, '7.0'), location: undefined, characteristics: {} }),
      report(3, { app: appReport('11', { plan: 'gold' }, '2.0'), characteristics: { model: 'Two', emulator: true } }),
      report(4, {
        app: appReport('11', { zone: 'south' }, '2.1'),
        location: [1, 2],
        characteristics: { brand: 'Globex' },
      }),
    ];
    await Promise.all(shuffled([...reports, ...reports, ...reports, ...reports, ...reports]).map(publish));
    await allDone();
    const app = { tags: { plan: 'gold', since: '2025', zone: 'south' }, version: '2.1', created_at: moment(1) };
    await eventually(
      async () =>
        expect(await shown()).toEqual([
          {
            core_id: 'phone-1',
            brand: 'Globex',
            model: 'Two',
            imei: '356938035643809',
            emulator: true,
            system_name: 'android',
            system_version: '33',
            location: [1, 2],
            apps: expect.arrayContaining([
              { app_id: '11', ...app, updated_at: moment(4) },
              { app_id: '12', tags: { plan: 'silver' }, version: '7.0', created_at: moment(2), updated_at: moment(2) },
            ]),
            created_at: moment(1),
            updated_at: moment(4),
          },
        ]) === undefined,
    );
    const [stored] = await devices().find({ core_id: 'phone-1' }).toArray();
    expect(stored!.apps).toHaveLength(2);
    expect([...stored!.app_keys].sort()).toEqual(
      expect.arrayContaining([
        '["11","plan","gold"]',
        '["plan","gold"]',
        '["12","plan","silver"]',
        'created_at 2026-01-05',
      ]),
    );
    expect(stored!.app_keys).not.toContain('["plan","free"]');
  });

  it('is one record for each company that knows it', async () => {
    await Promise.all([
      publish(report(1)),
      publish(report(2, { company_id: '2', characteristics: { brand: 'Other' } })),
    ]);
    await eventually(async () => (await devices().countDocuments()) === 2);
    const brands = async (companies: number[]) =>
      (await herald.as({ companies })('GET /index/v1/device/phone-1')).body.data.map(
        ({ brand }: { brand: string }) => brand,
      );
    expect([await brands([1]), await brands([2]), (await brands([1, 2])).sort()]).toEqual([
      ['Acme'],
      ['Other'],
      ['Acme', 'Other'],
    ]);
  });
});

describe('on-device-registered: the person', () => {
  const ana = { dni: '12.345.678-k', email: 'Ana@Example.com', name: ' Ana  María', lastname: 'ROJAS', phone: '7' };

  it('becomes an identity with the app in it, and others are told', async () => {
    const told = await herald.collect(identityUpdated);
    await publish(report(1, { person: ana, app: appReport('11', { plan: 'gold' }, '2.0') }));
    const stored = await eventually(() => identities().findOne({}));
    const person = { dni: '12345678K', email: 'ana@example.com' };
    expect((await herald.as()(`GET /index/v1/identity/${stored.uuid}`)).body.data).toEqual({
      uuid: stored.uuid,
      company_uid: '1',
      core_id: 'phone-1',
      ...person,
      phone_number: '7',
      name: 'ana maría',
      last_name: 'rojas',
      nationality: '',
      img: '',
      status: true,
      former_documents: null,
      load_uuid: null,
      created_at: moment(1),
      updated_at: moment(1),
      apps: [
        { app_id: '11', version: '2.0', tags: { plan: 'gold' }, person, created_at: moment(1), updated_at: moment(1) },
      ],
    });
    expect(await eventually(() => told[0])).toMatchObject({ uuid: stored.uuid, dni: '12345678K', last_name: 'rojas' });
  });

  it('is one identity, however often, late and at once it is reported', async () => {
    const reports = [
      report(1, { person: { dni: '1-9', name: 'old', phone: '1' } }),
      report(2, { person: { dni: '19', name: 'new', email: 'a@x.io' }, core_id: 'phone-2' }),
      report(3, { person: { email: 'A@x.io', lastname: 'Rojas' }, app: appReport('12') }),
    ];
    await publish(reports[1]!);
    await eventually(() => identities().countDocuments());
    await Promise.all(shuffled([...reports, ...reports, ...reports, ...reports]).map(publish));
    await allDone();
    const ana = { dni: '19', email: 'a@x.io', name: 'new', last_name: 'rojas', phone_number: '1' };
    // A collision may have sent one of them on a second round.
    await eventually(async () => {
      const [identity, ...others] = await identities().find().toArray();
      expect([identity, others]).toMatchObject([{ ...ana, updated_at: new Date(moment(3)) }, []]);
      expect(identity!.apps).toHaveLength(2);
      return true;
    }, 10_000);
  });

  it('goes without an e-mail that another identity holds', async () => {
    await publish(report(1, { person: { dni: '1', email: 'a@x.io' } }));
    await eventually(() => identities().countDocuments());
    await publish(report(2, { person: { dni: '2', email: 'a@x.io', name: 'Eva' } }));
    const eva = await eventually(() => identities().findOne({ dni: '2' }));
    expect([eva.name, eva.email]).toEqual(['eva', undefined]);
    await publish(report(3, { person: { dni: '2', email: 'a@x.io', name: 'Eve' } }));
    await eventually(() => identities().findOne({ name: 'eve' }));
    expect(await identities().countDocuments({ email: 'a@x.io' })).toBe(1);
  });

  it('of another company is another identity; one without dni and e-mail is none', async () => {
    await publish(report(1, { person: { name: 'Nobody' } }));
    await publish(report(2, { person: { dni: '1', email: 'a@x.io' } }));
    await publish(report(3, { person: { dni: '1', email: 'a@x.io' }, company_id: '2' }));
    await eventually(async () => (await identities().countDocuments()) === 2);
    await allDone();
    expect(await identities().countDocuments()).toBe(2);
  });
});
