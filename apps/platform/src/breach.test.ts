import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { allServices } from './services';

/** The command names what a stolen token has read by its id, and nothing else. */
const bundle = 'com.acme.wallet';
const dnis = ['11111111', '22222222', '33333333', '44444444', '55555555'];

let herald: Tested;
beforeAll(async () => {
  herald = await startForTest(allServices.filter(({ name }) => name !== 'sapien'));
  await herald.as()('POST /company/api/v2/company', { body: { name: 'Acme', identified_by: 'email' } });
  const app = { company_id: 1, bundle_id: bundle, flavor_id: bundle, os: 'android', capabilities: [] };
  await herald.as()('POST /company/api/v2/app', { body: app });
  for (const dni of dnis) {
    const person = { dni, name: 'Ana', email: `${dni}@example.com` };
    const device = {
      core_id: `phone-${dni}`,
      company_id: 1,
      characteristics: {},
      app: { bundle_id: bundle, version: '1' },
    };
    const answer = await herald.as()('POST /identification/api/v1/device', { body: { ...device, person } });
    expect(answer.status).toBe(201);
  }
  await eventually(async () => (await herald.database('index').collection('devices').countDocuments()) === dnis.length);
  await eventually(
    async () => (await herald.database('identification').collection('persons').countDocuments()) === dnis.length,
  );
});
afterAll(() => herald?.stop());

type Ran = { code: number; out: string; error: string };

function breach(args: string[], { MONGO_URL, NAMESPACE } = herald.env): Promise<Ran> {
  const env = { PATH: process.env.PATH, MONGO_URL, NAMESPACE };
  const command = ['--import', 'tsx', 'apps/events/src/breach.command.ts', ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: join(__dirname, '../../..'), env }, (failure, out, error) =>
      resolve({ code: Number(failure?.code ?? 0), out, error }),
    );
  });
}

const rowsOf = ({ out }: Ran) =>
  out
    .split('\n')
    .filter((line) => /^(read|create|update|delete) /.test(line))
    .map((line) => line.split(/ {2,}/));
const logged = () => herald.database('events').collection('service_events');

it('names the three persons and the device that were read, once each, and none of those that were listed', async () => {
  const thief = herald.as({ subject: 'thief', companies: [1], scope: 'identification:read index:read' });
  const ok = async (path: string, body?: object) => expect((await thief(path, { body })).status).toBe(200);
  const from = new Date(Date.now() - 1_000).toISOString();
  for (const dni of ['11.111.111', '22222222', '33333333', '11111111'])
    await ok(`GET /identification/api/v1/identity/${dni}`);
  await ok('GET /index/v1/device/phone-44444444');
  await ok('GET /identification/api/v1/identity?email=55555555@example.com');
  await ok('POST /identification/api/v1/identity/dni', { dnis: ['55555555'] });
  // Nothing was seen: no such person, another company's token, a device that reads itself.
  await ok('GET /identification/api/v1/identity/99999999');
  const own = herald.as({ subject: 'thief', companies: [1], coreId: 'phone-55555555' });
  expect((await own('GET /index/v1/device/phone-55555555')).status).toBe(200);
  expect((await herald.as({ subject: 'thief', companies: [2] })('GET /index/v1/device/phone-22222222')).status).toBe(
    404,
  );
  await herald.as({ subject: 'operator' })('GET /identification/api/v1/identity/55555555');
  await eventually(async () => (await logged().countDocuments({ user_id: { $in: ['thief', 'operator'] } })) === 6);
  const ran = await breach(['--subject', 'thief', '--from', from]);
  expect([ran.code, ran.error]).toEqual([0, expect.not.stringContaining('breach')]);
  const time = expect.stringMatching(/^\d{4}-.*Z$/);
  const persons = herald.database('identification').collection('persons');
  const uuidOf = async (dni: string) => (await persons.findOne({ dni }))!.uuid as string;
  const read = ['read', 'identification', 'Identity'];
  const wanted = [
    [...read, await uuidOf('11111111'), '1', '2', time, time],
    [...read, await uuidOf('22222222'), '1', '1', time, time],
    [...read, await uuidOf('33333333'), '1', '1', time, time],
    ['read', 'index', 'Device', 'phone-44444444', '1', '1', time, time],
  ];
  const byId = (one: string[], other: string[]) => one[3]!.localeCompare(other[3]!);
  expect(rowsOf(ran).toSorted(byId)).toEqual((wanted as string[][]).toSorted(byId));
  expect(ran.out).toContain('lists, searches and downloads');
  const later = await breach(['--subject', 'thief', '--from', new Date(Date.now() + 60_000).toISOString()]);
  expect([later.code, rowsOf(later)]).toEqual([0, []]);
});

it('tells a caller whose subject is that of a service from the service', async () => {
  const thief = herald.as({ subject: 'service:index', companies: [1], scope: 'identification:read' });
  expect((await thief('GET /identification/api/v1/identity/22222222')).status).toBe(200);
  await eventually(() => logged().findOne({ user_id: 'caller:service:index' }));
  const from = ['--from', new Date(Date.now() - 60_000).toISOString()];
  const ofService = await breach(['--subject', 'service:index', ...from]);
  expect(rowsOf(ofService)).toEqual([]);
  expect(ofService.out).toContain('--subject caller:service:index');
  expect(rowsOf(await breach(['--subject', 'caller:service:index', ...from]))).toHaveLength(1);
});

it('says in one line what is missing', async () => {
  expect(await breach(['--from', '2026-01-01'])).toMatchObject({
    code: 1,
    error: expect.stringContaining('usage: breach'),
  });
  const unclear = await breach(['--subject', 'thief', '--from', 'yesterday']);
  expect(unclear).toMatchObject({ code: 1, error: expect.stringContaining('--from must be a time') });
});
