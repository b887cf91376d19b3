import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { deliveryResults } from '@herald/contracts';
import { eventually } from '@herald/testing';
import { sealWith } from './seal';
import { appleKey, startNotifications, type TestedNotifications } from '../start-notifications.fixture';

const [old, fresh, lost] = ['0'.repeat(64), 'f'.repeat(64), 'e'.repeat(64)];
const both = `new:${fresh},old:${old}`;
const credentials = () => ({ key: appleKey(), key_id: 'ABCDE12345', team_id: 'FGHIJ67890', production: true });

let herald: TestedNotifications;
beforeAll(async () => {
  herald = await startNotifications({}, { CREDENTIALS_SECRET: both });
  await herald.register([{ core_id: 'apple', system: 'ios' }, { core_id: 'robot' }]);
});
afterAll(() => herald?.stop());

const store = (sealed: string, _id = '11/apns') =>
  herald
    .stored('credentials')
    .updateOne({ _id: _id as never }, { $set: { company_id: '1', sealed, updated_at: new Date() } }, { upsert: true });
const send = (core_id: string) =>
  herald.as()('POST /notifications/v2/device/sendmessage', {
    body: { application_name: 'com.acme.wallet', core_id, data: { a: 'b' } },
  });

function rotate(CREDENTIALS_SECRET: string | undefined): Promise<{ code: number; out: string; error: string }> {
  const { MONGO_URL, NAMESPACE, DATA_DIR } = herald.env;
  const env = { PATH: process.env.PATH, MONGO_URL, NAMESPACE, DATA_DIR, CREDENTIALS_SECRET };
  const args = ['--import', 'tsx', 'apps/notifications/src/credentials/rotate-credentials.command.ts'];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: join(__dirname, '../../../..'), env }, (failure, out, error) =>
      resolve({ code: Number(failure?.code ?? 0), out, error }),
    );
  });
}

it('fails the devices of credentials that no key opens, and sends to the other devices of the batch', async () => {
  await store(sealWith(lost).seal(credentials(), '11/apns'));
  const results = await herald.collect(deliveryResults);
  await herald.send({ core_ids: ['apple', 'robot'] });
  await eventually(() => results.flatMap(({ sent, failed }) => [...sent, ...failed]).length === 2);
  expect(results.flatMap(({ sent }) => sent)).toEqual(['robot']);
  expect(results.flatMap(({ failed }) => failed)).toEqual([
    { core_ids: ['apple'], reason: expect.stringMatching(/^The app's credentials for apns cannot be opened/) },
  ]);
  expect(herald.push.counts()['token-robot']).toBe(1);
  expect(await herald.recordOf('apple')).toMatchObject({
    status: 3,
    tries: [{ outcome: 'refused', answer: expect.stringMatching(/CREDENTIALS_SECRET$/) }],
  });
  const { status, body } = await send('apple');
  expect([status, body.error]).toEqual([
    503,
    expect.stringMatching(/^The app's credentials for apns cannot be opened: /),
  ]);
});

it('reseals all credentials with the first key, so that the other key can be removed', async () => {
  await herald.stored('credentials').deleteMany({});
  await store(sealWith(`old:${old}`).seal(credentials(), '11/apns'));
  for (let app = 12; app < 15; app++) await store(sealWith(old).seal(credentials(), `${app}/fcm`), `${app}/fcm`);
  await eventually(async () => (await send('apple')).status === 200);
  expect(await rotate(both)).toEqual({ code: 0, out: '4 sealed with the first key, 0 were already\n', error: '' });
  expect(await rotate(both)).toMatchObject({ code: 0, out: '0 sealed with the first key, 4 were already\n' });
  for (const { _id, sealed } of await herald.stored('credentials').find().toArray())
    expect(sealWith(`new:${fresh}`).open(sealed as string, String(_id))).toMatchObject({ key_id: 'ABCDE12345' });
  expect((await send('apple')).status).toBe(200);
});

it('names credentials that no key opens, and invalid settings', async () => {
  await store(sealWith(lost).seal(credentials(), `15/apns`), '15/apns');
  expect(await rotate(both)).toEqual({
    code: 1,
    out: '0 sealed with the first key, 4 were already\n',
    error: 'rotate-credentials: no key opens 15/apns: store them again\n',
  });
  expect((await rotate(`a:${randomUUID()},b`)).error).toBe(
    'rotate-credentials: CREDENTIALS_SECRET: key 2 is not of the form id:secret\n',
  );
});
