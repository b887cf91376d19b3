import { dropIdleCursors, firstBatch } from './cursors';
import type { Cursors } from './cursors';
import { startTestServer } from './test-server';

let server: Awaited<ReturnType<typeof startTestServer>>;
beforeAll(async () => {
  server = await startTestServer();
  await server.db
    .collection<{ _id: number; pad: string }>('c')
    .insertMany(Array.from({ length: 1000 }, (_, _id) => ({ _id, pad: 'x'.repeat(100) })));
});
afterAll(() => server.stop());

describe('cursors', () => {
  it.each([1, 7, 101, 5000])('give everything once in batches of %i', async (batchSize) => {
    const found = await server.db.collection('c').find({}, { batchSize }).sort({ _id: 1 }).toArray();
    expect(found.map(({ _id }) => Number(_id))).toEqual(Array.from({ length: 1000 }, (_, i) => i));
  });

  it('go on while documents come and go', async () => {
    const rows = server.db.collection<{ _id: number }>('moving');
    await rows.insertMany(Array.from({ length: 500 }, (_, _id) => ({ _id: _id * 2 })));
    const seen: number[] = [];
    for await (const { _id } of rows.find({}, { batchSize: 10 }).sort({ _id: 1 })) {
      seen.push(_id);
      if (_id === 100) await rows.deleteMany({ _id: { $gt: 400, $lt: 600 } });
      if (_id === 200) await rows.insertMany(Array.from({ length: 300 }, (_, i) => ({ _id: 701 + i * 2 })));
    }
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
    expect(seen.filter((id) => id > 500 && id < 600)).toEqual([]);
    expect(seen.filter((id) => id % 2 === 1).length).toBe(300);
  });

  it('end when they are killed', async () => {
    const { cursor } = await server.db.command({ find: 'c', batchSize: 2 });
    await server.db.command({ killCursors: 'c', cursors: [cursor.id] });
    await expect(server.db.command({ getMore: cursor.id, collection: 'c' })).rejects.toMatchObject({ code: 43 });
  });

  it('split large results below the largest message', async () => {
    const rows = server.db.collection('large');
    for (let i = 0; i < 5; i++) await rows.insertOne({ pad: 'x'.repeat(8_000_000) });
    expect(await rows.find().toArray()).toHaveLength(5);
  });

  it('are forgotten after ten idle minutes', () => {
    const cursors: Cursors = new Map();
    firstBatch(cursors, 'a.b', [Buffer.alloc(5), Buffer.alloc(5)], { size: 1, single: false });
    dropIdleCursors(cursors, Date.now() + 9 * 60_000);
    expect(cursors.size).toBe(1);
    dropIdleCursors(cursors, Date.now() + 11 * 60_000);
    expect(cursors.size).toBe(0);
  });
});
