import type { Document } from 'mongodb';
import { startTestServer } from './test-server';

let server: Awaited<ReturnType<typeof startTestServer>>;
beforeAll(async () => {
  server = await startTestServer();
  await server.db.collection('c').insertOne({ a: 1, list: [1, 2] });
});
afterAll(() => server.stop());

const update = (u: unknown, extra: Document = {}) => ({ update: 'c', updates: [{ q: {}, u, ...extra }] });
const index = (key: Document, extra: Document = {}) => ({
  createIndexes: 'c',
  indexes: [{ key, name: 'x', ...extra }],
});
const pipeline = (...stages: Document[]) => ({ aggregate: 'c', pipeline: stages, cursor: {} });

describe('what is not supported is refused', () => {
  it.each<[string, Document, number]>([
    ['an unknown command', { mapReduce: 'c' }, 59],
    ['an unknown field of a command', { find: 'c', let: {} }, 40415],
    ['a transaction', { find: 'c', txnNumber: 1, startTransaction: true, autocommit: false }, 20],
    ['$where', { find: 'c', filter: { $where: '1' } }, 2],
    ['$expr', { find: 'c', filter: { $expr: true } }, 2],
    ['$text', { find: 'c', filter: { $text: { $search: 'a' } } }, 2],
    ['an unknown operator', { find: 'c', filter: { a: { $near: 1 } } }, 2],
    ['$ne with a regular expression', { find: 'c', filter: { a: { $ne: /a/ } } }, 2],
    ['a collation', { find: 'c', collation: { locale: 'de' } }, 238],
    ['a hint that names no index', { find: 'c', hint: 'nope' }, 2],
    ['a tailable cursor', { find: 'c', tailable: true }, 238],
    ['an unknown stage', pipeline({ $lookup: {} }), 40324],
    ['a change stream', pipeline({ $changeStream: {} }), 40573],
    ['an unknown expression', pipeline({ $project: { v: { $zip: [] } } }), 168],
    ['an unknown accumulator', pipeline({ $group: { _id: 1, v: { $stdDevPop: '$a' } } }), 15952],
    ['a text index', index({ a: 'text' }), 67],
    ['a hashed index', index({ a: 'hashed' }), 67],
    ['a geo index', index({ a: '2dsphere' }), 67],
    ['a wildcard index', index({ 'a.$**': 1 }), 67],
    ['an index with a collation', index({ a: 1 }, { collation: { locale: 'de' } }), 67],
    ['an unknown index option', index({ a: 1 }, { hidden: true }), 72],
    ['a capped collection', { create: 'd', capped: true, size: 1 }, 40415],
    ['dropping what is no index', { dropIndexes: 'c', index: 'nope' }, 27],
    ['an unknown cursor', { getMore: { $numberLong: 1 }, collection: 'c' }, 14],
  ])('%s', async (_name, command, code) => {
    await expect(server.db.command(command)).rejects.toMatchObject({ code, codeName: expect.any(String) });
  });

  it.each<[string, Document, number]>([
    ['a pipeline as update', update([{ $set: { a: 1 } }]), 238],
    ['an unknown modifier', update({ $bit: { a: 1 } }), 9],
    ['a conflict', update({ $set: { a: 1, 'a.b': 2 } }), 40],
    ['a change of _id', update({ $set: { _id: 1 } }), 66],
    ['$inc of no number', update({ $inc: { list: 1 } }), 14],
    ['a field in a scalar', update({ $set: { 'a.b': 1 } }), 28],
    ['$push to no array', update({ $push: { a: 1 } }), 2],
    ['a name beginning with $', update({ $set: { $a: 1 } }), 52],
    ['$[] on no array', update({ $set: { 'a.$[]': 1 } }), 2],
    ['$[id] without a filter', update({ $set: { 'list.$[e]': 1 } }), 2],
    ['an unused array filter', update({ $set: { a: 1 } }, { arrayFilters: [{ e: 1 }] }), 9],
    ['$pop by 2', update({ $pop: { list: 2 } }), 9],
    ['a replacement of many', update({ a: 1 }, { multi: true }), 9],
    ['an unknown field of a statement', update({ $set: { a: 1 } }, { sort: {} }), 40415],
  ])('in an update, %s', async (_name, command, code) => {
    const reply = await server.db.command(command);
    expect(reply['writeErrors']).toEqual([expect.objectContaining({ index: 0, code })]);
    expect(await server.db.collection('c').findOne({}, { projection: { _id: 0 } })).toEqual({ a: 1, list: [1, 2] });
  });

  it('leaves what it does not touch alone: operators that create nothing pass over arrays and missing parents', async () => {
    const rows = server.db.collection('plain');
    await rows.insertOne({ list: [{ x: 1 }] });
    const change = {
      $unset: { 'list.x': '', 'no.where': '' },
      $pull: { 'gone.x': 1 },
      $rename: { missing: 'r.s' },
    } as never;
    expect(await rows.updateOne({}, change)).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
  });
});
