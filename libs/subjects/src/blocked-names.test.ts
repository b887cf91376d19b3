import { randomBytes } from 'node:crypto';
import type { Caller } from '@herald/auth';
import { buildCollection, checkCollections, connectDatabase, type DatabaseServer } from '@herald/persistence';
import { blockedNames, hiddenNames, holdsBlockedNames, valueHasher, withoutHidden, type Subject } from './index';

const name = `t${randomBytes(6).toString('hex')}_blocked_names`;
let server: DatabaseServer;
beforeAll(async () => {
  server = await connectDatabase(process.env.MONGO_URL!, { poolSize: 5 });
  const database = server.database(name);
  for (const check of await checkCollections(database, [blockedNames])) await buildCollection(database, check);
});
afterEach(() => blockedNames.model(server.database(name)).deleteMany({}));
afterAll(async () => {
  await server.database(name).dropDatabase();
  await server.close();
});

const ana: Subject = { company_id: '1', dnis: ['11111'], emails: ['ana@example.com'], core_ids: ['phone'] };
const at = (time: number) => ({
  ...{ deps: {}, database: server.database(name), at: new Date(time), hash: valueHasher('a secret') },
  pause: () => {},
  postpone: () => {
    throw new Error('postponed');
  },
});
const mark = (time: number, is: boolean, subject = ana) => holdsBlockedNames.block!(subject, at(time), is);
const clerk = (companies: Caller['companies'], ...scopes: string[]): Caller => ({
  subject: 'clerk',
  companies,
  scopes: new Set(scopes),
});
const namesFor = async (caller: Caller, names?: string[]) =>
  (await hiddenNames(server.database(name)).hiddenFrom(caller, names)).map((one) => `${one.company_id} ${one.name}`);

it('hides the names of a blocked person from callers of the company without the scope', async () => {
  await mark(1, true);
  await mark(1, true, { ...ana, company_id: '2' });
  const ofOne = ['1 11111', '1 ana@example.com', '1 phone'];
  expect((await namesFor(clerk(['1']))).toSorted()).toEqual(ofOne);
  expect(await namesFor(clerk('*'))).toHaveLength(6);
  expect(await namesFor(clerk(['1']), ['phone', 'another'])).toEqual(['1 phone']);
  expect([await namesFor(clerk(['3'])), await namesFor(clerk('*', 'privacy:read'))]).toEqual([[], []]);
  const { isBlocked } = hiddenNames(server.database(name));
  expect([await isBlocked('1', ['x', 'phone']), await isBlocked('3', ['phone']), await isBlocked('1', [])]).toEqual([
    true,
    false,
    false,
  ]);
});

it('takes no request that is older than the stored one, in whatever order they come', async () => {
  await Promise.all([mark(1, true), mark(3, true), mark(2, false)]);
  expect(await namesFor(clerk(['1']))).toHaveLength(3);
  await mark(4, false);
  await mark(3, true);
  expect(await namesFor(clerk(['1']))).toEqual([]);
  // An unblocking that comes before the block that it takes back.
  await mark(2, false, { ...ana, company_id: '2' });
  await mark(1, true, { ...ana, company_id: '2' });
  expect(await namesFor(clerk(['2']))).toEqual([]);
});

it('forgets the names of an erased person', async () => {
  await mark(1, true);
  expect(await holdsBlockedNames.erase!(ana, at(2))).toEqual({ found: 0, changed: 0 });
  expect(await blockedNames.model(server.database(name)).countDocuments()).toBe(0);
});

it('filters each company by its own names, in all their forms', () => {
  const hidden = [
    { company_id: '1', name: '1K' },
    { company_id: '2', name: '2K' },
    { company_id: '1', name: '3K' },
  ];
  expect(withoutHidden(hidden, 'nin', (one) => [one, one.replace('K', '-K')])).toEqual({
    $nor: [
      { company_id: '1', nin: { $in: ['1K', '1-K', '3K', '3-K'] } },
      { company_id: '2', nin: { $in: ['2K', '2-K'] } },
    ],
  });
  expect(withoutHidden([], 'nin')).toEqual({});
});
