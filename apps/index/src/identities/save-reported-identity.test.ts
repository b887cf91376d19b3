import { deviceRegistered, identityUpdated, type DeviceRegistered } from '@herald/contracts';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { appReport, moment, report, settled, shuffled } from '../report.fixture';
import { service } from '../service';

let herald: Tested;
beforeEach(async () => (herald = await startForTest(service)));
afterEach(() => herald?.stop());
const publish = (message: DeviceRegistered) => herald.publish(deviceRegistered, message);
const identities = () => herald.database('index').collection('identities');

describe('the person of a device report', () => {
  const ana = { dni: '12.345.678-k', email: 'Ana@Example.com', name: ' Ana  María', lastname: 'ROJAS', phone: '7' };

  it('becomes an identity with the app', async () => {
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
  });

  it('is published only with what the report does not tell', async () => {
    const published = await herald.collect(identityUpdated);
    const identity = { company_uid: '1', email: 'eva@example.com', name: 'Eva', phone_number: '8' };
    const { body } = await herald.as()('POST /index/v1/identity', { body: identity });
    await eventually(() => published.length === 1);
    await publish(
      report(1, { core_id: 'phone-2', said_by: 'operator', person: { dni: '2', email: 'bea@example.com' } }),
    );
    await publish(
      report(2, { core_id: 'phone-3', said_by: 'operator', person: { dni: '3', email: 'eva@example.com' } }),
    );
    await eventually(() => published.length === 2);
    expect(published[1]).toMatchObject({ uuid: body.data.uuid, dni: '3', name: 'eva', phone_number: '8' });
    expect(await identities().countDocuments({ dni: '2' })).toBe(1);
  });

  it('is one identity after duplicate, late and concurrent reports', async () => {
    const reports = [
      report(1, { person: { dni: '1-9', name: 'old', phone: '1' } }),
      report(2, { person: { dni: '19', name: 'new', email: 'a@x.io' }, core_id: 'phone-2' }),
      report(3, { person: { email: 'A@x.io', lastname: 'Rojas' }, app: appReport('12') }),
    ];
    await publish(reports[1]!);
    await eventually(() => identities().countDocuments());
    await Promise.all(shuffled([...reports, ...reports, ...reports, ...reports]).map(publish));
    await settled(herald);
    const ana = { dni: '19', email: 'a@x.io', name: 'new', last_name: 'rojas', phone_number: '1' };
    // A collision may have delayed one of them by a retry.
    await eventually(async () => {
      const [identity, ...others] = await identities().find().toArray();
      expect([identity, others]).toMatchObject([{ ...ana, updated_at: new Date(moment(3)) }, []]);
      expect(identity!.apps).toHaveLength(2);
      return true;
    });
  });

  it('has no e-mail that another identity holds', async () => {
    await publish(report(1, { person: { dni: '1', email: 'a@x.io' } }));
    await eventually(() => identities().countDocuments());
    await publish(report(2, { person: { dni: '2', email: 'a@x.io', name: 'Eva' } }));
    const eva = await eventually(() => identities().findOne({ dni: '2' }));
    expect([eva.name, eva.email]).toEqual(['eva', undefined]);
    await publish(report(3, { person: { dni: '2', email: 'a@x.io', name: 'Eve' } }));
    await eventually(() => identities().findOne({ name: 'eve' }));
    expect(await identities().countDocuments({ email: 'a@x.io' })).toBe(1);
  });

  it('is another identity in another company; without dni and e-mail it is none', async () => {
    await publish(report(1, { person: { name: 'Nobody' } }));
    await publish(report(2, { person: { dni: '1', email: 'a@x.io' } }));
    await publish(report(3, { person: { dni: '1', email: 'a@x.io' }, company_id: '2' }));
    await eventually(async () => (await identities().countDocuments()) === 2);
    await settled(herald);
    expect(await identities().countDocuments()).toBe(2);
  });
});
