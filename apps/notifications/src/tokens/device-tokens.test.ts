import { randomBytes } from 'node:crypto';
import { connectDatabase, type DatabaseServer, type Model } from '@herald/persistence';
import { deviceTokens } from './device-tokens';
import { pushTokenId, pushTokens, type PushToken } from './push-token.model';

let databases: DatabaseServer;
let PushToken: Model<PushToken>;
let finds = 0;
beforeAll(async () => {
  databases = await connectDatabase(process.env.MONGO_URL!, {
    onCommand: ({ command }) => void (finds += command === 'find' ? 1 : 0),
  });
  PushToken = pushTokens.model(databases.database(`t${randomBytes(6).toString('hex')}_notifications`));
  const row = (company_id: string, core_id: string, day: number): PushToken => ({
    ...{ _id: pushTokenId(`${company_id}${day}`, core_id), company_id, core_id, app_id: `${company_id}${day}` },
    ...{ bundle_id: 'com.acme', flavor_id: '', device_id: 1, system_name: 'ios', token: 'x' },
    reported_at: new Date(Date.UTC(2026, 0, day)),
  });
  const phones = Array.from({ length: 100 }, (_, at) => `phone ${at}`);
  await PushToken.insertMany(phones.flatMap((phone) => [row('1', phone, 2), row('1', phone, 3), row('2', phone, 1)]));
});
afterAll(async () => {
  await PushToken.db.dropDatabase();
  await databases.close();
});
beforeEach(() => (finds = 0));

it('finds the tokens of one device, the newest first', async () => {
  const found = await deviceTokens(PushToken)('phone 7', { company_id: '1' });
  expect(found.map(({ _id }) => _id)).toEqual(['13/phone 7', '12/phone 7']);
  expect(await deviceTokens(PushToken)('phone 100', {})).toEqual([]);
});

it('shares queries among concurrent lookups, and finds no token of another owner', async () => {
  const tokensOfDevice = deviceTokens(PushToken);
  const owners = [{ company_id: '1' }, { company_id: '2' }, { company_id: { $in: ['2', '3'] } }, {}];
  const lookups = Array.from({ length: 400 }, (_, at) => ({ phone: `phone ${at % 99}`, owned: owners[at % 4]! }));
  const found = await Promise.all(lookups.map(({ phone, owned }) => tokensOfDevice(phone, owned)));
  const companies = found.map((tokens) => tokens.map(({ company_id }) => company_id).join());
  const expected = ['1,1', '2', '2', '1,1,2'];
  expect(companies).toEqual(lookups.map((_, at) => expected[at % 4]));
  expect(found.flatMap((tokens, at) => tokens.filter(({ core_id }) => core_id !== lookups[at]!.phone))).toEqual([]);
  // The first lookup alone, then one query for each owner condition of those that arrived meanwhile.
  expect(finds).toBe(5);
});
