import { service as company } from '@herald/app-company';
import { service as identification } from '@herald/app-identification';
import { service as index } from '@herald/app-index';
import { service as messagePersistance } from '@herald/app-message-persistance';
import { eventually, startForTest, type Tested } from '@herald/testing';

/** A segment finds the devices of its company in the index as it is now, and never those of another. */
const segments = '/message-persistance/api/v1/segment';
const register = (company_id: number, at: number) => ({
  core_id: `phone-${company_id}-${at}`,
  company_id,
  characteristics: { system_name: at % 2 ? 'ios' : 'android', model: 'One', emulator: 'false' },
  app: { bundle_id: `com.acme.wallet${company_id}`, version: '1.0.0', tags: { plan: at < 3 ? 'gold' : 'free' } },
});

let herald: Tested;
beforeAll(async () => {
  herald = await startForTest([company, identification, index, messagePersistance]);
  for (const company_id of [1, 2]) {
    const bundle = `com.acme.wallet${company_id}`;
    const app = { company_id, bundle_id: bundle, flavor_id: bundle, os: 'android', capabilities: [] };
    await herald.as()('POST /company/api/v2/company', { body: { name: 'Acme', identified_by: 'email' } });
    await herald.as()('POST /company/api/v2/app', { body: app });
    for (let at = 0; at < 6; at++)
      await herald.as()('POST /identification/api/v1/device', { body: register(company_id, at) });
  }
  await eventually(async () => (await herald.as()('POST /index/v1/device', { body: {} })).body.total === 12);
});
afterAll(() => herald?.stop());

const coreIds = async (uuid: string) => {
  const query = { fields: 'core_id' };
  const { body } = await herald.as({ companies: [1] })(`GET ${segments}/${uuid}/device`, { query });
  return [body.total, body.data.map(({ core_id }: { core_id: string }) => core_id).sort()];
};

it.each([
  [{}, 6],
  [{ 'apps.tags.plan': 'gold' }, 3],
  [{ 'apps.tags.plan': ['gold', 'free'], system_name: 'Android', emulator: 'false', status: true }, 3],
  [{ core_id: 'phone-2-0' }, 0],
  [{ search: 'phone-' }, 6],
])('previews %j as %i devices', async (index_query, total) => {
  const body = { company_id: 1, index_query };
  const { body: answer } = await herald.as({ companies: [1] })(`POST ${segments}/preview`, { body });
  expect(answer.data).toEqual({ total });
});

it('lists its devices, and others once its filters are', async () => {
  const send = herald.as({ companies: [1] });
  const gold = { company_id: 1, name: 'Gold', index_query: { 'apps.tags.plan': 'gold' } };
  const { uuid } = (await send(`POST ${segments}`, { body: gold })).body.data;
  expect(await coreIds(uuid)).toEqual([3, ['phone-1-0', 'phone-1-1', 'phone-1-2']]);
  const ios = { name: 'Free on ios', index_query: { 'apps.tags.plan': 'free', system_name: 'ios' } };
  await send(`PUT ${segments}/${uuid}`, { body: ios });
  expect(await coreIds(uuid)).toEqual([2, ['phone-1-3', 'phone-1-5']]);
});
