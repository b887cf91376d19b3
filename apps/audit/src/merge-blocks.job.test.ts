import { startForTest, type Tested } from '@herald/testing';
import { v7 } from 'uuid';
import { appendRecords, postingsOf } from './append-records';
import { openBlock, recordId } from './audit-record.model';
import { auditDeps, type AuditDeps } from './deps';
import { matchFinder } from './find-matches';
import { mergeBlocks } from './merge-blocks.job';
import { digestOf } from './posting.model';
import { searchCondition, type Search } from './search-condition';
import { service } from './service';

let herald: Tested;
let deps: AuditDeps;
beforeAll(async () => {
  herald = await startForTest({ ...service, jobs: [] });
  deps = auditDeps({ database: herald.database('audit'), settings: { AUDIT_QUOTA_RECORDS: 0 } } as never);
});
afterAll(() => herald?.stop());

const run = () => mergeBlocks.run(deps, new AbortController().signal);
let stored = 0;

async function store(block: string, size: number): Promise<void> {
  const records = Array.from({ length: size }, () => {
    const number = stored++;
    const source = { os: ['android', 'ios'][number % 2], core_id: `phone-${number % 40}` };
    const at = new Date('2026-01-05T10:00:00.000Z');
    return {
      company_id: String(1 + (number % 3)),
      application: `app-${number}`,
      source,
      created_at: at,
      stored_at: at,
    };
  });
  await appendRecords(block, records, deps);
}

const searches: Search[] = [
  {},
  { 'source.os': 'ios' },
  { 'source.core_id': 'phone-7' },
  { 'source.core_id': 'phone-8', 'source.os': 'android' },
  { application: 'app-3' },
  { created_at: '2026-01-05T10:00:00.000Z' },
];

/** What searches find, with an empty cache of counts. */
async function found(): Promise<unknown[]> {
  const find = matchFinder(deps);
  const results = [];
  for (const companies of ['*', ['2']] as const)
    for (const search of searches)
      for (const skip of [0, 60]) {
        const condition = searchCondition({ companies: companies as never }, search);
        const { ids, total } = await find(condition, { skip, limit: 20 });
        const records = await deps.AuditRecord.find({ _id: { $in: ids } }).lean();
        const applications = new Map(records.map(({ _id, application }) => [_id, application]));
        results.push([total, ids.map((id) => applications.get(id))]);
      }
  return results;
}

/** Lets the time of all states pass. */
const later = () => deps.BlockMerge.updateMany({}, { $set: { at: new Date(0) } });
const counts = async () => ({
  records: await deps.AuditRecord.countDocuments(),
  /** Of a frequent key. */
  postings: await deps.Posting.countDocuments({ _id: new RegExp(`^${digestOf('source.os=ios')}/`) }),
  merges: await deps.BlockMerge.countDocuments(),
});

it('merges settled small blocks, while searches find each record once at every step', async () => {
  const tenMinutesAgo = Date.now() - 700_000;
  for (let at = 0; at < 260; at++) {
    const uuid = v7({ msecs: tenMinutesAgo - 300_000 + at * 1_000 });
    if (at % 50 === 20) await store(openBlock(uuid), 600);
    // A repeat of its request may complete this block.
    else if (at % 10 === 5) await store(uuid, 1);
    else await store(openBlock(uuid), 1 + (at % 20));
  }
  await store(openBlock(v7()), 3);
  const [expected, before] = [await found(), await counts()];

  await run();
  expect((await counts()).merges).toBeGreaterThan(3);
  expect(await found()).toEqual(expected);
  await run();
  expect(await deps.BlockMerge.countDocuments({ state: 'announced' })).toBe((await counts()).merges);

  await later();
  await run();
  expect(await deps.BlockMerge.countDocuments({ state: 'announced' })).toBe(0);
  expect((await counts()).records).toBeGreaterThan(before.records);
  expect(await found()).toEqual(expected);
  // As a process does that died before it saved the state.
  await deps.BlockMerge.updateMany({}, { $set: { state: 'announced', at: new Date(0) } });
  expect(await found()).toEqual(expected);
  await run();
  expect(await found()).toEqual(expected);

  await later();
  await run();
  expect(await found()).toEqual(expected);
  const after = await counts();
  expect(after).toMatchObject({ records: before.records, merges: 0 });
  expect(after.postings).toBeLessThan(before.postings / 4);
});

it('finishes what a process left when it died between two commands', async () => {
  const tenMinutesAgo = Date.now() - 660_000;
  for (let at = 0; at < 120; at++) await store(openBlock(v7({ msecs: tenMinutesAgo + at * 100 })), 20);
  const expected = await found();
  await run();
  const [merge] = await deps.BlockMerge.find().lean();
  const first = { $gte: `${merge!.from}-`, $lt: `${merge!.from}-:` };
  const records = await deps.AuditRecord.find({ _id: first }).sort({ _id: 1 }).lean();
  await deps.AuditRecord.create({ ...records[0]!, _id: recordId(merge!._id, 0) });
  expect(await found()).toEqual(expected);
  await later();
  await run();
  expect(await found()).toEqual(expected);

  await deps.Posting.deleteMany({ _id: { $in: postingsOf(merge!.from, records.entries()).map(({ _id }) => _id) } });
  await deps.AuditRecord.deleteOne({ _id: records[0]!._id });
  await later();
  await run();
  expect(await found()).toEqual(expected);
  expect(await counts()).toMatchObject({ merges: 0, records: stored });
});
