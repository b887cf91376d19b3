import { service as company } from '@herald/app-company';
import { service as identification } from '@herald/app-identification';
import { service as index } from '@herald/app-index';
import { start } from '@herald/service';
import { eventually, startForTest, type Tested } from '@herald/testing';

/** A device's registration reaches the index, whenever the index is there to hear of it. */
const register = 'POST /identification/api/v1/device';
const bundle = { bundle_id: 'com.acme.wallet', flavor_id: 'com.acme.wallet' };
const device = (at: number, version = '1.0.0') => ({
  core_id: `phone-${at}`,
  company_id: 1,
  characteristics: { system_name: 'android', model: `Model ${at % 3}` },
  app: { bundle_id: bundle.bundle_id, version },
  person: { dni: `1234567-${at}` },
});

let herald: Tested;
beforeAll(async () => {
  herald = await startForTest([company, identification]);
  await herald.as()('POST /company/api/v2/company', { body: { name: 'Acme', identified_by: 'email' } });
  await herald.as()('POST /company/api/v2/app', {
    body: { ...bundle, company_id: 1, os: 'android', capabilities: [] },
  });
});
afterAll(() => herald?.stop());

type Found = { total: number; data: { core_id: string; apps: { version: string }[] }[] };
async function search(url: string, filters: object): Promise<Found> {
  const headers = { authorization: `Bearer ${herald.token()}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/index/v1/device`, { method: 'POST', headers, body: JSON.stringify(filters) });
  return (await answer.json()) as Found;
}

it('reaches an index that was down, once for each device, and one that goes down again', async () => {
  const first = await start([index], herald.env);
  await first.stop();
  const devices = Array.from({ length: 30 }, (_, at) => device(at));
  const answers = await Promise.all([...devices, ...devices].map((body) => herald.as()(register, { body })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(30);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);

  const second = await start([index], herald.env);
  await eventually(async () => (await search(second.url, {})).total === 30);
  expect((await search(second.url, { model: 'Model 1' })).total).toBe(10);
  await second.stop();

  await Promise.all(devices.map((_, at) => herald.as()(register, { body: device(at, '2.0.0') })));
  const third = await start([index], herald.env);
  await eventually(async () => {
    const { data } = await search(third.url, {});
    return data.length === 30 && data.every(({ apps }) => apps.length === 1 && apps[0]!.version === '2.0.0');
  });

  const began = Date.now();
  await herald.as()(register, { body: device(99) });
  await eventually(async () => (await search(third.url, { core_id: 'phone-99' })).total === 1);
  expect(Date.now() - began).toBeLessThan(10_000);
  await third.stop();
  await herald.database('index').dropDatabase();
});
