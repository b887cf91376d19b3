import { service as company } from '@herald/app-company';
import { service as identification } from '@herald/app-identification';
import { service as index } from '@herald/app-index';
import { start, type Started } from '@herald/service';
import { eventually, startForTest, subjectRequests, type Tested } from '@herald/testing';

/** An erasure that meets a service that is down, or that ends in the middle, goes on when the service is back. */
const app = {
  bundle_id: 'com.acme.wallet',
  flavor_id: 'com.acme.wallet',
  company_id: 1,
  os: 'android',
  capabilities: [],
};

let herald: Tested;
let searching: Started | undefined;
beforeEach(async () => {
  herald = await startForTest([company, identification], { SUBJECT_SERVICES: 'identification,index' });
  searching = await start([index], herald.env);
  await herald.as()('POST /company/api/v2/company', { body: { name: 'Acme', identified_by: 'email' } });
  await herald.as()('POST /company/api/v2/app', { body: app });
});
afterEach(async () => {
  await searching?.stop();
  await herald.database('index').dropDatabase();
  await herald.stop();
});

const devices = () => herald.database('index').collection('devices').countDocuments();
const stopIndex = async () => {
  await searching!.stop();
  searching = undefined;
};

async function register(): Promise<void> {
  const body = { company_id: 1, app: { bundle_id: app.bundle_id, version: '1' }, person: { dni: '7-7' } };
  for (const core_id of ['phone-1', 'phone-2'])
    await herald.as()('POST /identification/api/v1/device', { body: { ...body, core_id } });
  await eventually(async () => (await devices()) === 2);
}

const requests = () => subjectRequests(herald.as());
const erase = () => requests().begin('erase', { dni: '7-7' });

it('waits for a service that is down', async () => {
  await register();
  await stopIndex();
  const uuid = await erase();
  const { state, answers } = await requests().read(uuid);
  expect(answers[1]).toMatchObject({ service: 'index', state: 'waiting' });
  expect([state, await devices()]).toEqual(['running', 2]);
  searching = await start([index], herald.env);
  await requests().done(uuid);
  expect(await devices()).toBe(0);
});

it('ends although the service stops again and again', async () => {
  await register();
  const uuid = await erase();
  for (let at = 0; at < 3; at++) {
    await stopIndex();
    searching = await start([index], herald.env);
  }
  await requests().done(uuid);
  expect(await devices()).toBe(0);
});
