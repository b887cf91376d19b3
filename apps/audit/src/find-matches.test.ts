import { randomBytes } from 'node:crypto';
import { connectDatabase, type DatabaseServer } from '@herald/persistence';
import { v7 } from 'uuid';
import { appendRecords, type NewRecord } from './append-records';
import { auditRecords, recordId } from './audit-record.model';
import { blockMerges } from './block-merge.model';
import { matchFinder } from './find-matches';
import { postings } from './posting.model';
import { searchCondition, type Search } from './search-condition';

let server: DatabaseServer;
const name = `t${randomBytes(6).toString('hex')}_audit`;
beforeAll(async () => (server = await connectDatabase(process.env.MONGO_URL!)));
afterAll(async () => {
  await server.database(name).dropDatabase();
  await server.close();
});

const blockCount = 450;
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
const days = ['2026-01-05T10:00:00.000Z', '2026-01-05T11:00:00.000Z', '2026-01-06T10:00:00.000Z'];

/** `os` is frequent, `core_id` is rare, and most blocks have one company. */
function newRecord(company_id: string): NewRecord {
  const source = { os: pick(['android', 'ios']), core_id: `phone-${Math.floor(Math.random() * 300)}` };
  const created_at = new Date(pick(days));
  return { company_id, application: pick(['wallet', 'shop']), source, created_at, stored_at: new Date() };
}

type Stored = { id: string; record: NewRecord };
const isMatch = ({ record }: Stored, companies: '*' | string[], search: Search) =>
  (companies === '*' || companies.includes(record.company_id)) &&
  Object.entries(search).every(([field, value]) => {
    if (field === 'created_at') return record.created_at.toISOString().startsWith(String(value));
    if (field === 'application') return record.application === value;
    return (record.source as Record<string, unknown>)[field.replace('source.', '')] === value;
  });

it('finds and counts what a look at every record finds, whatever is searched', async () => {
  const database = server.database(name);
  const deps = {
    AuditRecord: auditRecords.model(database),
    Posting: postings.model(database),
    BlockMerge: blockMerges.model(database),
  };
  const all: Stored[] = [];
  for (let at = 0; at < blockCount; at++) {
    const block = v7({ msecs: Date.now() - (blockCount - at) * 1_000 });
    const size = at % 50 === 0 ? 60 : 1 + (at % 4);
    const records = Array.from({ length: size }, () => newRecord(pick(['1', '1', '1', '2', '3'])));
    await appendRecords(block, records, deps);
    all.unshift(...records.map((record, position) => ({ id: recordId(block, position), record })).toReversed());
  }
  const findMatches = matchFinder(deps);
  const callers: ('*' | string[])[] = ['*', ['2'], ['2', '3'], []];
  const searches: Search[] = [
    {},
    { 'source.os': 'ios' },
    { 'source.os': 'ios', application: 'wallet' },
    { 'source.core_id': 'phone-7' },
    { 'source.core_id': 'phone-8', 'source.os': 'android' },
    { created_at: '2026-01-05' },
    { created_at: '2026-01-05T11:00:00.000Z', application: 'shop' },
    { application: 'none' },
  ];
  for (const companies of callers)
    for (const search of searches)
      for (const skip of [0, 15, 700]) {
        const found = await findMatches(searchCondition({ companies }, search), {
          skip,
          limit: 20,
        });
        const expected = all.filter((one) => isMatch(one, companies, search)).map(({ id }) => id);
        expect(found).toEqual({ ids: expected.slice(skip, skip + 20), total: expected.length });
      }
});
