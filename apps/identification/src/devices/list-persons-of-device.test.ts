import { startForTest, type OtherService, type Tested } from '@herald/testing';
import { companyForTest } from '../company.fixture';
import { service } from '../service';

const path = 'GET /identification/api/v1/device/phone/identity';

let company: OtherService;
let herald: Tested;
beforeAll(async () => {
  company = await companyForTest();
  herald = await startForTest(service, { COMPANY_URL: company.url });
});
afterAll(async () => {
  await herald?.stop();
  await company.stop();
});

const register = (person: object | undefined, by: object = {}, company_id = 1) =>
  herald.as(by)('POST /identification/api/v1/device', {
    body: {
      ...{ core_id: 'phone', core_id_type: 'gsf', company_id, characteristics: { model: 'Pixel' } },
      ...{ app: { bundle_id: 'com.acme.wallet', version: '2.0' }, person },
    },
  });
const list = async (companies: '*' | number[] = [1]) => (await herald.as({ companies })(path)).body.user;

it('shows the person that the device named with proof, and the one without', async () => {
  expect(await list()).toEqual([]);
  await register({ dni: '1.111-1' });
  const proven = { company_id: '1', dni: '11111', is_proven: true };
  expect(await list()).toEqual([proven]);
  await register({ dni: '2.222-2' }, { companies: [1], coreId: 'phone' });
  expect(await list()).toEqual([proven, { company_id: '1', dni: '22222', is_proven: false }]);
});

it('shows each company its own', async () => {
  await register({ dni: '3.333-3' }, {}, 2);
  expect((await list('*')).map(({ company_id }: { company_id: string }) => company_id)).toEqual(['1', '1', '2']);
  expect(await list([2])).toEqual([{ company_id: '2', dni: '33333', is_proven: true }]);
});
