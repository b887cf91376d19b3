import { startForTest, type Tested } from '@herald/testing';
import { fillCollections, wholeReads, type Seen } from './query-plans.fixture';
import { allServices } from './services';

/** Explains every query that any endpoint sends: each must use an index, and none may read a whole collection. */
const seen: Seen[] = [];
let watching = false;
let herald: Tested;
beforeAll(async () => {
  const onQuery = (database: string, command: Seen['command']) => void (watching && seen.push({ database, command }));
  herald = await startForTest(allServices, {}, { onQuery });
  await fillCollections(herald);
});
afterAll(() => herald?.stop());

const scans = () => wholeReads(herald, seen.splice(0));

const routes = allServices.flatMap(({ routes: all }) =>
  all.map((route) => [`${route.method} ${route.path}`, route] as const),
);

it.each(routes)('%s reads no collection whole', async (_, route) => {
  const path = route.path.replace(/:(\w+)/g, (__, key: string) =>
    encodeURIComponent(route.example?.params?.[key] ?? 'x'),
  );
  const form = route.body?.upload && new FormData();
  form?.set('company_id', '1');
  form?.set('file', new Blob(['x']), 'x');
  const { query, body } = route.example ?? {};
  const clerk = { companies: [1], scope: route.scope };
  for (const claims of [{ companies: [1] }, { companies: [1, 2] }, {}, clerk]) {
    const send = herald.as(claims);
    watching = true;
    await send(`${route.method} ${path}`, { query: query as never, ...(form ? { form } : { body }) });
    watching = false;
  }
  expect(await scans()).toEqual([]);
});

it.each([
  ['many devices', { emulator: 'false' }],
  ['few devices', { model: 'One' }],
  ['devices of an app', { 'apps.app_id': '1', 'apps.tags.plan': 'gold' }],
])('a walk along %s reads no collection whole', async (_, body) => {
  const walked: Seen[] = [];
  for (const companies of [[1], [1, 2], '*'] as ('*' | number[])[])
    for (const total of ['0', '1', 'zz']) {
      watching = true;
      const query = { after: `64f0c0ffee64f0c0ffee0001-${total}`, per_page: 10_000 };
      expect((await herald.as({ companies })('POST /index/v1/device', { query, body })).status).toBe(200);
      watching = false;
      // A job may have read its own records meanwhile.
      const ofIndex = seen.filter(({ database }) => database.endsWith('_index'));
      walked.push(...ofIndex.filter(({ command }) => '_id' in ((command.filter ?? {}) as object)));
      expect(await scans()).toEqual([]);
    }
  expect(walked).toHaveLength(9);
});

it('would notice a query without an index', async () => {
  seen.push({ database: 'x_company', command: { find: 'apps', filter: { colour: '#ffffff' } } });
  expect(await scans()).toHaveLength(1);
});
