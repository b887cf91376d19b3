import { startTestServer } from './test-server';

let server: Awaited<ReturnType<typeof startTestServer>>;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('indexes', () => {
  it('lets one of many parallel inserts of a key win and says which key it was', async () => {
    const rows = server.db.collection('unique');
    await rows.createIndex({ company: 1, email: 1 }, { unique: true });
    const tries = Array.from({ length: 50 }, () => rows.insertOne({ company: 1, email: 'a@b.c' }));
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const failed = results.find((result) => result.status === 'rejected');
    expect(failed).toMatchObject({
      reason: {
        code: 11000,
        keyPattern: { company: 1, email: 1 },
        keyValue: { company: 1, email: 'a@b.c' },
        message: `E11000 duplicate key error collection: test.unique index: company_1_email_1 dup key: { company: 1, email: "a@b.c" }`,
      },
    });
    expect(await rows.countDocuments()).toBe(1);
  });

  it('refuses a unique index over duplicates and an update into one', async () => {
    const rows = server.db.collection('duplicates');
    await rows.insertMany([{ a: 1 }, { a: 1 }, { a: 2 }]);
    await expect(rows.createIndex({ a: 1 }, { unique: true })).rejects.toMatchObject({ code: 11000 });
    await rows.deleteOne({ a: 1 });
    await rows.createIndex({ a: 1 }, { unique: true });
    await expect(rows.updateOne({ a: 2 }, { $set: { a: 1 } })).rejects.toMatchObject({ code: 11000 });
    expect((await rows.distinct('a')).sort()).toEqual([1, 2]);
  });

  it('leaves documents out of sparse and partial unique indexes', async () => {
    const rows = server.db.collection('partial');
    await rows.createIndex({ token: 1 }, { unique: true, sparse: true });
    await rows.createIndex({ code: 1 }, { unique: true, partialFilterExpression: { live: true } });
    await rows.insertMany([{ code: 1 }, { code: 1 }, { code: 1, live: true, token: 't' }]);
    await expect(rows.insertOne({ code: 1, live: true })).rejects.toMatchObject({ code: 11000 });
    await expect(rows.insertOne({ token: 't' })).rejects.toMatchObject({ code: 11000 });
  });

  it('takes an identical index for the same and refuses conflicting ones', async () => {
    const rows = server.db.collection('again');
    await rows.createIndex({ a: 1 });
    await rows.createIndex({ a: 1 });
    expect(await rows.indexes()).toHaveLength(2);
    await expect(rows.createIndex({ a: 1 }, { name: 'other' })).rejects.toMatchObject({ code: 85 });
    await expect(rows.createIndex({ b: 1 }, { name: 'a_1' })).rejects.toMatchObject({ code: 86 });
    await rows.dropIndex('a_1');
    expect(await rows.indexes()).toHaveLength(1);
  });

  it('removes documents when their time is over', async () => {
    const rows = server.db.collection('expiring');
    await rows.createIndex({ at: 1 }, { expireAfterSeconds: 1 });
    await rows.insertMany([
      { at: new Date(Date.now() - 60_000) },
      { at: new Date(Date.now() + 60_000) },
      { at: 'never' },
      {},
    ]);
    const until = Date.now() + 10_000;
    while ((await rows.countDocuments()) > 3 && Date.now() < until) await new Promise((wait) => setTimeout(wait, 100));
    expect(await rows.countDocuments()).toBe(3);
  });

  it('keeps indexes and documents over a restart', async () => {
    await server.db.collection('kept').createIndex({ a: -1 }, { unique: true });
    await server.db.collection('kept').insertMany([{ a: 1 }, { a: 2 }]);
    await server.restart();
    expect(await server.db.collection('kept').countDocuments()).toBe(2);
    await expect(server.db.collection('kept').insertOne({ a: 2 })).rejects.toMatchObject({ code: 11000 });
  });
});
