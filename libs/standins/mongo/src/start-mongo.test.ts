import { Binary, Decimal128, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp, UUID } from 'bson';
import mongoose from 'mongoose';
import { startTestServer } from './test-server';

let server: Awaited<ReturnType<typeof startTestServer>>;
let connection: mongoose.Connection;
beforeAll(async () => {
  server = await startTestServer();
  connection = await mongoose.createConnection(`${server.url}/models`).asPromise();
});
afterAll(async () => {
  await connection.close();
  await server.stop();
});

describe('mongoose and the driver', () => {
  it('keeps models, their indexes and nested documents', async () => {
    const schema = new mongoose.Schema(
      { email: { type: String, unique: true }, tags: [String], addresses: [{ city: String }], meta: Map },
      { timestamps: true },
    );
    const Person = connection.model('Person', schema);
    await Person.init();
    const person = await Person.create({ email: 'a', tags: ['x'], addresses: [{ city: 'Bern' }], meta: { k: 1 } });
    person.tags.push('y');
    person.addresses[0]!.city = 'Basel';
    await person.save();
    expect(await Person.findOne({ 'addresses.city': 'Basel' }).lean()).toMatchObject({ tags: ['x', 'y'] });
    await expect(Person.create({ email: 'a' })).rejects.toMatchObject({ code: 11000, keyValue: { email: 'a' } });
    const changed = await Person.findOneAndUpdate(
      { email: 'b' },
      { $push: { tags: 'z' } },
      { upsert: true, returnDocument: 'after' },
    );
    expect(changed).toMatchObject({ email: 'b', tags: ['z'] });
    expect(await Person.countDocuments({ tags: { $in: ['y', 'z'] } })).toBe(2);
  });

  it('goes on after duplicates in unordered writes', async () => {
    const Item = connection.model('Item', new mongoose.Schema({ _id: Number, n: Number }));
    const failed = await Item.insertMany([{ _id: 1 }, { _id: 1 }, { _id: 2 }], { ordered: false }).catch(
      (error: unknown) => error,
    );
    expect(failed).toMatchObject({ code: 11000, insertedDocs: [{ _id: 1 }, { _id: 2 }] });
    const result = await Item.bulkWrite([
      { insertOne: { document: { _id: 3 } } },
      { updateMany: { filter: {}, update: { $inc: { n: 1 } } } },
      { updateOne: { filter: { _id: 9 }, update: { $set: { n: 9 } }, upsert: true } },
      { deleteOne: { filter: { _id: 1 } } },
    ]);
    expect(result).toMatchObject({ insertedCount: 1, modifiedCount: 3, upsertedCount: 1, deletedCount: 1 });
    const seen: number[] = [];
    for await (const item of Item.find().sort({ _id: -1 }).cursor({ batchSize: 1 })) seen.push(Number(item._id));
    expect(seen).toEqual([9, 3, 2]);
  });

  it('keeps every type and the order of fields over a restart', async () => {
    const other = await startTestServer();
    const raw = { promoteValues: false, bsonRegExp: true } as const;
    const row = new Map<string, unknown>([
      ['_id', new ObjectId()],
      ['z', new Int32(1)],
      ['10', 1.5],
      ['1', Long.fromBigInt(9007199254740993n)],
      ['m', Decimal128.fromString('0.10')],
      ['d', new Date(-1)],
      ['u', new UUID()],
      ['b', new Binary(Buffer.from([1, 2]), 128)],
      ['t', new Timestamp({ t: 1, i: 2 })],
      ['k', [new MinKey(), new MaxKey(), null, true, 'ä\u0000😀']],
    ]);
    await other.db.collection('types').insertOne(row as never);
    const before = await other.db.collection('types', { ...raw, raw: true }).findOne({});
    await other.restart();
    const after = await other.db.collection('types', { ...raw, raw: true }).findOne({});
    expect(Buffer.from(after as never)).toEqual(Buffer.from(before as never));
    expect((await other.db.collection('types').findOne({ k: 'ä\u0000😀', z: 1.0 }))?._id).toEqual(row.get('_id'));
    await other.stop();
  });

  it('lists and drops', async () => {
    const db = server.client.db('listed');
    await db.createCollection('one');
    await db.collection('two').insertOne({});
    expect((await db.listCollections().toArray()).map(({ name }) => String(name)).sort()).toEqual(['one', 'two']);
    await expect(db.createCollection('one')).rejects.toMatchObject({ code: 48 });
    await db.collection('one').drop();
    await db.dropDatabase();
    expect(await db.listCollections().toArray()).toEqual([]);
    expect((await server.client.db().admin().listDatabases()).databases.map(({ name }) => name)).not.toContain(
      'listed',
    );
  });
});
