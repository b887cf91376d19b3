import { startForTest, type OtherService, type Tested } from '@herald/testing';
import { companyForTest } from '../company.fixture';
import { service } from '../service';

const path = 'GET /identification/api/v1/identity/1.111-1/device';

let company: OtherService;
let herald: Tested;
beforeAll(async () => {
  company = await companyForTest();
  herald = await startForTest(service, { COMPANY_URL: company.url });
  const phone = { company_id: 1, app: { bundle_id: 'com.acme.wallet', version: '2.0' }, person: { dni: '1.111-1' } };
  const register = (body: object) =>
    herald.as()('POST /identification/api/v1/device', { body: { ...phone, core_id_type: 'gsf', ...body } });
  await register({ core_id: 'first', characteristics: { system_name: 'ios', model: 'iPhone' } });
  await register({ core_id: 'second', characteristics: { model: 17 } });
  await register({ core_id: 'of another company', company_id: 2 });
  await register({ core_id: 'of another person', person: { dni: '2' } });
});
afterAll(async () => {
  await herald?.stop();
  await company.stop();
});

describe(path, () => {
  it("lists the person's devices of the token's companies, newest report first", async () => {
    const { status, body } = await herald.as({ companies: [1] })(path);
    expect(status).toBe(200);
    const common = { company_id: '1', reported_at: expect.any(String) };
    expect(body).toEqual({
      status: true,
      message: 'Found',
      page: 1,
      per_page: 20,
      total: 2,
      device: [
        { ...common, core_id: 'second', system_name: '', model: '' },
        { ...common, core_id: 'first', system_name: 'ios', model: 'iPhone' },
      ],
    });
    expect((await herald.as()(path)).body.total).toBe(3);
  });

  it('gives pages, and an empty list for an unknown person', async () => {
    const { body } = await herald.as({ companies: [1] })(`${path}?page=2&per_page=1`);
    expect(body.device.map(({ core_id }: { core_id: string }) => core_id)).toEqual(['first']);
    expect((await herald.as()(path.replace('1.111-1', '9'))).body).toMatchObject({ total: 0, device: [] });
  });
});
