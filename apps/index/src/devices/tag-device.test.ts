import { deviceRegistered, deviceUpdated } from '@herald/contracts';
import { eventually, type Tested } from '@herald/testing';
import { appReport, moment, report } from '../report.fixture';
import { devicesOf, missing, startWithDevices } from './start-with-devices.fixture';

let herald: Tested;
beforeEach(async () => (herald = await startWithDevices()));
afterEach(() => herald?.stop());
const devices = () => devicesOf(herald);

describe('PATCH /index/v1/device/:core_id/tags', () => {
  const patch = 'PATCH /index/v1/device/phone-1/tags';
  const mine = () => herald.as({ companies: [1] });

  it('sets and removes tags for the next search, and logs the write', async () => {
    const logged = await herald.collectServiceLog();
    const body = { app_id: '11', tags: { plan: 'gold', trial: null, zone: 'south' } };
    const { status, body: answer } = await mine()(patch, { body });
    expect([status, answer.message]).toEqual([200, 'Updated']);
    expect(answer.data.apps).toMatchObject([{ app_id: '11', tags: { plan: 'gold', zone: 'south' } }]);
    expect(answer.data.apps[0].tags).not.toHaveProperty('trial');
    const found = async (filters: object) => (await mine()('POST /index/v1/device', { body: filters })).body.total;
    expect(await found({ 'apps.tags.plan': 'gold' })).toBe(1);
    expect(await found({ 'apps.tags.trial': 'yes' })).toBe(0);
    expect(await eventually(() => logged[0])).toMatchObject({ resource_id: 'phone-1', company_id: '1', result: true });
    expect((await devices().findOne({ company_id: '2' }))!.apps[0].tags).toEqual({ plan: 'free', trial: 'yes' });
  });

  it('survives an earlier report, and is overwritten by a later one', async () => {
    await mine()(patch, { body: { app_id: '11', tags: { plan: 'gold', trial: null } } });
    await herald.publish(deviceRegistered, report(2, { app: appReport('11', { plan: 'old', trial: 'old' }, '2.0') }));
    await eventually(() => devices().findOne({ company_id: '1', 'apps.version': '2.0' }));
    const tags = async () => (await devices().findOne({ company_id: '1', core_id: 'phone-1' }))!.apps[0].tags;
    expect(await tags()).toEqual({ plan: 'gold' });
    const reported_at = new Date(Date.now() + 60_000).toISOString();
    await herald.publish(deviceRegistered, report(0, { app: appReport('11', { plan: 'new' }, '3.0'), reported_at }));
    await eventually(async () => (await tags()).plan === 'new');
  });

  it('tells that the device must report the app again', async () => {
    const published = await herald.collect(deviceUpdated);
    const { body } = await mine()(patch, { body: { app_id: '11', tags: { plan: 'gold' } } });
    const { updated_at } = body.data.apps[0];
    const change = { core_id: 'phone-1', company_id: '1', app_id: '11', updated_at };
    expect(await eventually(() => published[0])).toEqual(change);
  });

  it('keeps all concurrent changes', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `tag${at}`);
    const all = await Promise.all(
      names.map((name) => mine()(patch, { body: { app_id: '11', tags: { [name]: 'set' } } })),
    );
    expect(all.map(({ status }) => status)).toEqual(names.map(() => 200));
    const { apps, app_keys } = (await devices().findOne({ company_id: '1' }))!;
    expect(Object.keys(apps[0].tags)).toEqual(expect.arrayContaining(names));
    expect(app_keys).toEqual(expect.arrayContaining(names.map((name) => `["${name}","set"]`)));
  });

  it('requires the company where several know the device', async () => {
    const body = { app_id: '11', tags: { plan: 'gold' } };
    const both = herald.as({ companies: [1, 2] });
    expect((await both(patch, { body })).body.errors).toEqual({ company_id: [expect.any(String)] });
    expect((await both(patch, { body: { ...body, company_id: 2 } })).status).toBe(200);
    expect((await devices().findOne({ company_id: '2' }))!.apps[0].tags.plan).toBe('gold');
    expect((await both(patch, { body: { ...body, company_id: 3 } })).status).toBe(403);
  });

  it('answers 404 for devices of other companies and for an app that is not on the device', async () => {
    const body = { app_id: '11', tags: { plan: 'gold' } };
    const foreign = await mine()('PATCH /index/v1/device/phone-3/tags', { body });
    expect([foreign.status, foreign.body]).toEqual(missing);
    const app = await mine()(patch, { body: { ...body, app_id: '12' } });
    expect([app.status, app.body]).toEqual([404, { code: 404, resource: 'App', message: 'Not found' }]);
  });

  it.each([
    ['app_id', { $ne: 1 }],
    ['app_id', 'a.b'],
    ['tags', {}],
    ['tags', []],
    ['tags', { 'a.b': 'x' }],
    ['tags', { $set: 'x' }],
    ['tags', { plan: 1 }],
    ['tags', { plan: { $ne: 1 } }],
  ])('refuses %s = %j', async (field, value) => {
    const body = { app_id: '11', tags: { plan: 'gold' }, [field]: value };
    const { status, body: answer } = await mine()(patch, { body });
    expect(status).toBe(422);
    expect(Object.keys(answer.errors)[0]).toMatch(new RegExp(`^${field}`));
    expect((await devices().findOne({ company_id: '1' }))!.updated_at).toEqual(new Date(moment(1)));
  });
});
