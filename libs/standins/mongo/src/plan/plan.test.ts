import type { Collection, Document } from 'mongodb';
import { startTestServer } from '../test-server';

let server: Awaited<ReturnType<typeof startTestServer>>;
let rows: Collection;
beforeAll(async () => {
  server = await startTestServer();
  rows = server.db.collection('rows');
  await rows.createIndexes([
    { key: { token: 1 }, name: 'token', unique: true },
    { key: { status: 1, at: -1 }, name: 'status_at' },
    { key: { tags: 1 }, name: 'tags' },
    { key: { owner: 1 }, name: 'owner', sparse: true },
    { key: { code: 1 }, name: 'code', partialFilterExpression: { live: true } },
    { key: { name: 1 }, name: 'name' },
  ]);
  await rows.insertMany(
    Array.from({ length: 2000 }, (_, i) => ({
      token: `t${i}`,
      status: i % 4,
      at: new Date(i),
      tags: [`all`, `x${i % 100}`],
      name: `name ${i}`,
      code: i,
      live: i % 2 === 0,
      ...(i % 100 === 0 ? { owner: i } : {}),
    })),
  );
});
afterAll(() => server.stop());

async function explained(
  filter: Document,
  options: Document = {},
): Promise<{ stage: string; index: string; examined: number; sorts: boolean }> {
  const plan = await rows.find(filter, options).explain('executionStats');
  const winning = plan['queryPlanner'].winningPlan;
  const examined = plan['executionStats'].totalDocsExamined;
  return { stage: winning.stage, index: winning.indexName, examined, sorts: winning.sortStage === 'SORT' };
}

describe('the planner uses an index for', () => {
  it.each<[string, Document, Document, string, number]>([
    ['equality', { token: 't5' }, {}, 'token', 1],
    ['$in', { token: { $in: ['t5', 't6', 'none'] } }, {}, 'token', 2],
    ['a range', { name: { $gte: 'name 1999' } }, {}, 'name', 889],
    ['an anchored expression', { name: /^name 19/ }, {}, 'name', 111],
    ['$exists on a sparse index', { owner: { $exists: true } }, {}, 'owner', 20],
    ['an equality and a range', { status: 1, at: { $lt: new Date(10) } }, {}, 'status_at', 3],
    ['a sorted page', { status: 1 }, { sort: { at: -1 }, limit: 50 }, 'status_at', 50],
    ['a sorted page turned round', { status: 1 }, { sort: { at: 1 }, skip: 10, limit: 20 }, 'status_at', 30],
    ['the most selective of $all', { tags: { $all: ['all', 'x7'] } }, {}, 'tags', 20],
    ['every branch of $or', { $or: [{ token: 't1' }, { owner: 100 }] }, {}, 'token', 2],
    ['a partial index whose condition is asked for', { code: 10, live: true }, {}, 'code', 1],
    ['a sort alone', {}, { sort: { token: 1 }, limit: 5 }, 'token', 5],
    ['_id', { _id: 1 }, {}, '_id_', 0],
  ])('%s', async (_name, filter, options, index, examined) => {
    expect(await explained(filter, options)).toEqual({ stage: 'IXSCAN', index, examined, sorts: false });
  });

  it.each<[string, Document]>([
    ['a partial index whose condition is not', { code: 10 }],
    ['a sparse index where missing fields are wanted', { owner: null }],
    ['an $or with a branch without one', { $or: [{ token: 't1' }, { live: true }] }],
  ])('but not %s', async (_name, filter) => {
    expect(await explained(filter)).toMatchObject({ stage: 'COLLSCAN', examined: 2000 });
  });

  it('counts without looking at documents', async () => {
    const plan = await server.db.command({ explain: { count: 'rows', query: { status: 2 } } });
    expect(plan).toMatchObject({ executionStats: { nReturned: 500, totalDocsExamined: 0 } });
    expect(await rows.countDocuments({ status: 2 })).toBe(500);
    expect(await rows.countDocuments({ tags: 'all' })).toBe(2000);
    expect(await rows.countDocuments({ status: { $in: [1, 2] }, at: { $gte: new Date(1000) } })).toBe(500);
  });

  it('pages through a match in an aggregate', async () => {
    const plan = await rows.aggregate([{ $match: { status: 3 } }, { $sort: { at: -1 } }, { $limit: 7 }]).explain();
    expect(plan).toMatchObject({
      queryPlanner: { winningPlan: { indexName: 'status_at' } },
      executionStats: { totalDocsExamined: 7 },
    });
  });
});
