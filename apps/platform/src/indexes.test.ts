import { startForTest, type Tested } from '@herald/testing';
import { allServices } from './services';

/** Explains every query that any endpoint sends: each must use an index, and none may read a whole collection. */
type Command = Record<string, unknown>;
type Seen = { database: string; command: Command };

const seen: Seen[] = [];
let watching = false;
let herald: Tested;
beforeAll(async () => {
  const onQuery = (database: string, command: Command) => void (watching && seen.push({ database, command }));
  herald = await startForTest(allServices, {}, { onQuery });
  await fill();
});
afterAll(() => herald?.stop());

/** Enough records that an engine which weighs costs has a reason to use its indexes. */
async function fill(): Promise<void> {
  for (const { name } of allServices)
    for (const { name: collection } of await herald.database(name).listCollections()) {
      const filler = Array.from({ length: 400 }, (_, at) => ({
        uuid: `filler-${at}`,
        id: -at,
        company_id: `c${at % 50}`,
      }));
      await herald
        .database(name)
        .collection(collection)
        .insertMany(fillerFor(collection, filler), { ordered: false })
        .catch(() => {});
    }
}

/** Unique values in all unique keys, so that as many fillers as possible go in. */
function fillerFor(collection: string, filler: { uuid: string }[]): object[] {
  if (['outbox', 'leases', 'counters', 'request_times', 'idempotency_keys'].includes(collection)) return [];
  return filler.map((one, at) => ({
    ...one,
    core_id: `filler-${at}`,
    file_uuid: `filler-${at}`,
    upload: `filler-${at}`,
    version: 1,
    bundle_id: `filler-${at}`,
    flavor_id: `filler-${at}`,
    dni: `filler-${at}`,
    company_uid: `c${at % 50}`,
  }));
}

/** A command in the form that `explain` takes. */
function explainable({ command }: Seen): Command | undefined {
  const [name] = Object.keys(command);
  const collection = command[name!];
  const part = (keys: string[]) =>
    Object.fromEntries(keys.filter((key) => key in command).map((key) => [key, command[key]]));
  if (name === 'find') return { find: collection, ...part(['filter', 'sort', 'skip', 'limit']) };
  if (name === 'aggregate') return { aggregate: collection, ...part(['pipeline']), cursor: {} };
  // A count of everything is read from what the engine knows anyway.
  if (name === 'count' && !command.query) return undefined;
  if (name === 'count' || name === 'distinct') return { [name]: collection, ...part(['query', 'key']) };
  if (name === 'findAndModify') return { find: collection, filter: command.query, ...part(['sort']), limit: 1 };
  const [first] = (command.updates ?? command.deletes ?? []) as { q: Command }[];
  return first && { find: collection, filter: first.q };
}

type Plan = { queryPlanner: { winningPlan: unknown } };

/** A scan of all ids that tests another field of each record reads the whole collection, whatever its name. */
function isWhole({ queryPlanner: { winningPlan } }: Plan, command: Command): boolean {
  const plan = JSON.stringify(winningPlan);
  if (plan.includes('"COLLSCAN"')) return true;
  const [{ $match: match } = { $match: {} }] = (command.pipeline ?? []) as { $match?: Command }[];
  const filter = (command.filter ?? command.query ?? match ?? {}) as Command;
  const byId = '_id' in filter || '_id' in ((command.sort ?? {}) as Command);
  return plan.includes('"_id_"') && Object.keys(filter).length > 0 && !byId;
}

async function scans(): Promise<string[]> {
  const found: string[] = [];
  const asked = new Set<string>();
  for (const one of seen.splice(0)) {
    const command = explainable(one);
    const key = JSON.stringify(command);
    if (!command || asked.has(key)) continue;
    asked.add(key);
    const service = allServices.find(({ name }) => one.database.endsWith(`_${name.replaceAll('-', '_')}`))!;
    const { db } = herald.database(service.name);
    const plan = (await db!.command({ explain: command, verbosity: 'queryPlanner' })) as Plan;
    if (isWhole(plan, command)) found.push(`${service.name}: ${key}`);
  }
  return found;
}

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
  for (const send of [herald.as({ companies: [1] }), herald.as({ companies: [1, 2] }), herald.as()]) {
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
      walked.push(...seen.filter(({ command }) => '_id' in ((command.filter ?? {}) as Command)));
      expect(await scans()).toEqual([]);
    }
  expect(walked).toHaveLength(9);
});

it('would notice a query without an index', async () => {
  seen.push({ database: 'x_company', command: { find: 'apps', filter: { colour: '#ffffff' } } });
  expect(await scans()).toHaveLength(1);
});
