import { startForTest, type OtherService, type Tested } from '@herald/testing';
import { companyForTest } from '../company.fixture';
import { service } from '../service';

const last = (dni: string) => `GET /identification/api/v1/identity/${dni}/lastdevice`;

let company: OtherService;
let herald: Tested;
beforeAll(async () => {
  company = await companyForTest();
  herald = await startForTest(service, { COMPANY_URL: company.url });
  const phone = { company_id: 1, app: { bundle_id: 'com.acme.wallet', version: '2.0' }, person: { dni: '1.111-1' } };
  const register = (body: object) =>
    herald.as()('POST /identification/api/v1/device', { body: { ...phone, core_id_type: 'gsf', ...body } });
  await register({ core_id: 'first' });
  await register({ core_id: 'second', characteristics: { brand: 'Acme' } });
  await register({ core_id: 'of another company', company_id: 2 });
  await register({ core_id: 'of another person', person: { dni: '2' } });
});
afterAll(async () => {
  await herald?.stop();
  await company.stop();
});

describe(last(':dni'), () => {
  it('answers the device that reported last, without an envelope', async () => {
    const { status, body } = await herald.as({ companies: [1] })(last('1111-1'));
    expect(status).toBe(201);
    expect(body).toEqual({
      status: true,
      dni: '11111',
      device: {
        id: 2,
        core_id: 'second',
        core_id_type: 'gsf',
        characteristics: { brand: 'Acme' },
        status: true,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    });
    expect((await herald.as()(last('11111'))).body.device.core_id).toBe('of another company');
  });

  it('answers 204 where there is none, also for persons of other companies', async () => {
    for (const [claims, dni] of [
      [{}, '404'],
      [{ companies: [2] }, '2'],
    ] as const) {
      const { status, body } = await herald.as(claims as object)(last(dni));
      expect([status, body]).toEqual([204, undefined]);
    }
  });
});
