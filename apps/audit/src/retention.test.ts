import { startForTest, type Tested } from '@herald/testing';
import { v7 } from 'uuid';
import { appendRecords } from './append-records';
import { openBlock } from './audit-record.model';
import { auditDeps, type AuditDeps } from './deps';
import { matchFinder } from './find-matches';
import { planMerges } from './plan-merges';
import { retention } from './retention';
import { searchCondition, type Search } from './search-condition';
import { service } from './service';

const dayMs = 86_400_000;
const now = Date.now();
const before = new Date(now - 30 * dayMs);
let herald: Tested;
let deps: AuditDeps;
beforeEach(async () => {
  herald = await startForTest({ ...service, jobs: [] });
  deps = auditDeps({ database: herald.database('audit'), settings: { AUDIT_QUOTA_RECORDS: 10_000 } } as never);
});
afterEach(() => herald?.stop());

async function store(msecs: number, size: number): Promise<void> {
  const at = new Date(msecs);
  const records = Array.from({ length: size }, (_, number) => ({
    company_id: String(1 + (number % 2)),
    application: `app-${number}`,
    source: { os: ['android', 'ios'][number % 2], core_id: `phone-${number}` },
    created_at: at,
    stored_at: at,
  }));
  await appendRecords(openBlock(v7({ msecs })), records, deps);
}

/** How many records each search finds, and how many of them can be read. */
async function found(): Promise<number[]> {
  const searches: Search[] = [{}, { 'source.os': 'ios' }, { 'source.core_id': 'phone-3' }];
  const find = matchFinder(deps);
  const totals = await Promise.all(
    searches.map(async (search) => {
      const { ids, total } = await find(searchCondition({ companies: '*' }, search), { skip: 0, limit: 1_000 });
      expect(await deps.AuditRecord.countDocuments({ _id: { $in: ids } })).toBe(Math.min(total, 1_000));
      return total;
    }),
  );
  return totals;
}

const [records] = retention;
const work = (own: AuditDeps = deps) => ({ deps: own, database: herald.database('audit') });
async function remove(own?: AuditDeps): Promise<number> {
  let removed = 0;
  for await (const some of records!.remove!(before, work(own))) removed += some;
  return removed;
}

/** The process dies at a command of this number. */
function dyingAt(command: number): AuditDeps {
  let left = command;
  const dying = <T extends object>(model: T): T =>
    new Proxy(model, {
      get(target, name) {
        if (name === 'deleteMany' && left-- === 0) throw new Error('killed');
        const value = Reflect.get(target, name) as unknown;
        return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
      },
    });
  return { ...deps, AuditRecord: dying(deps.AuditRecord), Posting: dying(deps.Posting) };
}

it('removes old records with their postings, finds all others at any time, and gives the quota back', async () => {
  await store(now - 32 * dayMs, 700);
  for (const days of [31, 30.5]) await store(now - days * dayMs, 3);
  for (const days of [29.5, 0]) await store(now - days * dayMs, 40);
  const measure = async () => 786;
  expect(await deps.quotas.take({ amounts: new Map([['1', 0]]), quota: 10_000, measure })).toBe(true);
  expect(await records!.look!(before, work())).toEqual({ oldest_at: new Date(now - 32 * dayMs), due: 706 });
  let deaths = 0;
  for (let command = 0; ; command++) {
    const isKilled = await remove(dyingAt(command)).then(
      () => false,
      () => true,
    );
    await found();
    if (!isKilled) break;
    deaths++;
  }
  expect(deaths).toBeGreaterThan(2);
  expect(await found()).toEqual([80, 40, 2]);
  expect(await deps.AuditRecord.countDocuments()).toBe(80);
  const left = await deps.Posting.find({}, { _id: 1 }).lean();
  expect(
    left.filter(({ _id }) => _id.slice(_id.indexOf('/') + 1) < v7({ msecs: before.getTime() }).slice(0, 13)),
  ).toEqual([]);
  const used = await herald
    .database('audit')
    .collection('quota_usage')
    .findOne({ _id: '1' as never });
  expect(used!.used).toBe(786 - 350 - 2 - 2);
  expect(await remove()).toBe(0);
});

it('waits while a merge copies old records', async () => {
  await store(now - 31 * dayMs, 3);
  const [{ _id }] = (await deps.AuditRecord.find({}, { _id: 1 }).lean()) as [{ _id: string }];
  const from = _id.slice(0, -4);
  await deps.BlockMerge.create({
    _id: `${from}~`,
    from,
    until: from,
    blocks: [from],
    state: 'announced',
    at: new Date(),
  });
  expect(await remove()).toBe(0);
  await deps.BlockMerge.deleteMany({});
  expect(await remove()).toBe(3);
});

it('merges no blocks that are further apart than a day: records go with their block', () => {
  const blocks = [0, 0.5, 0.9, 1.2, 1.5, 9].map((days) => openBlock(v7({ msecs: now + days * dayMs })));
  const { merges } = planMerges(new Map(blocks.map((block) => [block, 1])), { isFinal: true });
  expect(merges.map((merge) => merge.blocks)).toEqual([blocks.slice(0, 3), blocks.slice(3, 5)]);
});
