import { start } from '@herald/service';
import { startForTest, type OtherService, type Tested } from '@herald/testing';
import { companyForTest } from './company.fixture';
import { service } from './service';

const collections = ['devices', 'persons'];
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

const database = () => herald.database('identification');
const indexesOf = async (collection: string) =>
  (await database().collection(collection).listIndexes().toArray()).map(({ name }) => name as string);

async function register(core_id: string): Promise<number> {
  const app = { bundle_id: 'com.acme.wallet', flavor_id: 'red', version: '2.0' };
  const body = { core_id, core_id_type: 'gsf', company_id: 1, characteristics: { brand: 'Acme' }, app };
  const answer = await herald.as()('POST /identification/api/v1/device', { body });
  return answer.body.device.id as number;
}

it('drops the unique indexes of an installation of before, which goes on with its devices and ids', async () => {
  const id = await register('known');
  await database().collection('schema_versions').deleteMany({});
  for (const one of collections) await database().collection(one).createIndex({ id: 1 }, { unique: true });

  const next = await start([service], { ...herald.env, PORT: '0' });
  await next.stop();
  for (const one of collections) expect(await indexesOf(one)).not.toContain('id_1');
  expect([await register('known'), await register('new')]).toEqual([id, id + 1]);
});

it('gives one id to a device that registers many times at once, and no id twice', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `device ${at % 5}`);
  const ids = await Promise.all(names.map(register));
  expect(new Set(ids).size).toBe(5);
  expect(await database().collection('devices').distinct('id')).toHaveLength(7);
});
