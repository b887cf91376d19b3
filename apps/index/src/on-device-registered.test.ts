import { deviceRegistered, type DeviceRegistered } from '@herald/contracts';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { appReport, moment, report, settled, shuffled } from './report.fixture';
import { service } from './service';

let herald: Tested;
beforeEach(async () => (herald = await startForTest(service)));
afterEach(() => herald?.stop());
const publish = (message: DeviceRegistered) => herald.publish(deviceRegistered, message);
const devices = () => herald.database('index').collection('devices');
const shown = async (coreId = 'phone-1') => (await herald.as()(`GET /index/v1/device/${coreId}`)).body.data;

describe('on-device-registered', () => {
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

  it('holds the newest values of duplicate, reordered and concurrent reports', async () => {
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
    await settled(herald);
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
