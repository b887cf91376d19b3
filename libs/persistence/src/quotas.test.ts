import { randomBytes } from 'node:crypto';
import { connectDatabase, quotas, type DatabaseServer, type Quotas } from './index';

let server: DatabaseServer;
let limits: Quotas;
const name = `t${randomBytes(6).toString('hex')}_quotas`;
beforeAll(async () => {
  server = await connectDatabase(process.env.MONGO_URL!);
  limits = quotas(server.database(name));
});
afterAll(async () => {
  await server.database(name).dropDatabase();
  await server.close();
});

const take = (owner: string, amount: number, { quota = 100, there = 0 } = {}) =>
  limits.take({ amounts: new Map([[owner, amount]]), quota, measure: async () => there });

it('gives parallel requests together no more than the quota', async () => {
  const taken = await Promise.all(Array.from({ length: 30 }, () => take('a', 10)));
  expect(taken.filter(Boolean)).toHaveLength(10);
  expect(await take('b', 100)).toBe(true);
});

it('begins with what is there, and gives room again for what goes', async () => {
  expect(await take('c', 20, { there: 90 })).toBe(false);
  expect(await take('c', 10, { there: 0 })).toBe(true);
  await limits.giveBack('c', 40);
  expect(await take('c', 40)).toBe(true);
});

it('has no limit at 0', async () => {
  expect(await take('d', 10 ** 12, { quota: 0 })).toBe(true);
});

it('takes for several owners all or nothing', async () => {
  const room = (owner: string) => take(owner, 0, { quota: 100 });
  await Promise.all(['e', 'f'].map(room));
  await take('f', 95);
  const amounts = new Map([
    ['e', 60],
    ['f', 10],
    ['g', 60],
  ]);
  const all = () => limits.take({ amounts, quota: 100, measure: async () => 0 });
  expect(await all()).toBe(false);
  await limits.giveBack('f', 10);
  expect(await all()).toBe(true);
  expect(await all()).toBe(false);
});
