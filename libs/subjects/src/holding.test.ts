import { randomBytes } from 'node:crypto';
import { integer, optional, string } from '@herald/contracts';
import { connectDatabase, record, type DatabaseServer } from '@herald/persistence';
import {
  blockField,
  blocks,
  keeps,
  removes,
  replaces,
  requireCoverage,
  valueHasher,
  type Copy,
  type Subject,
  type Work,
} from './index';

const notes = record('notes', {
  fields: { company_id: string(), core_id: string(), text: string() },
  internal: { block: blockField(), revision: optional(integer()) },
  personal: ['core_id', 'text', 'block'],
  impersonal: ['company_id', 'revision'],
  indexes: [[{ core_id: 1, company_id: 1 }]],
});
const find = ({ company_id, core_ids }: Subject) => [{ core_id: { $in: core_ids }, company_id }];

const name = `t${randomBytes(6).toString('hex')}_subjects`;
let server: DatabaseServer;
beforeAll(async () => (server = await connectDatabase(process.env.MONGO_URL!, { poolSize: 5 })));
beforeEach(async () => {
  const Note = notes.model(server.database(name));
  const rows = Array.from({ length: 1_200 }, (_, at) => ({ company_id: '1', core_id: 'phone', text: `${at}` }));
  const others = [
    { company_id: '2', core_id: 'phone', text: 'of another company' },
    { company_id: '1', core_id: 'tablet', text: 'of another person' },
  ];
  await Note.insertMany([...rows, ...others]);
});
afterEach(() => server.database(name).collection('notes').deleteMany({}));
afterAll(async () => {
  await server.database(name).dropDatabase();
  await server.close();
});

const subject: Subject = { company_id: '1', dnis: [], emails: [], core_ids: ['phone'] };
const hash = valueHasher('a secret');

/** Its process ends at this step. */
function workUntil(step: number): Work<unknown> {
  let left = step;
  const end = () => {
    throw new Error('killed');
  };
  return {
    deps: {},
    database: server.database(name),
    at: new Date(),
    hash,
    postpone: end,
    pause: () => void (left-- === 0 && end()),
  };
}

const texts = async () => (await notes.model(server.database(name)).find().lean()).map(({ text }) => text);
const others = ['of another company', 'of another person'];

type Note = { company_id: string; core_id: string; text: string };
const copy: Copy<Note, unknown> = { title: { en: 'Notes', es: 'Notas' }, withheld: { company_id: 'Known.' } };
const none = { none: 'Of no use.' };

const holdings = {
  removes: removes(notes, { find, copy }),
  replaces: replaces(notes, {
    fields: ['core_id', 'text', 'block'],
    find,
    copy: none,
    replace: ({ core_id }, _subject, work) => ({ $set: { core_id: work.hash(core_id), text: '' } }),
  }),
};

it.each(Object.entries(holdings))(
  '%s what is the person’s, in steps that a crash does not leave half done',
  async (kind, one) => {
    await expect(one.erase!(subject, workUntil(1))).rejects.toThrow('killed');
    expect((await texts()).filter((text) => text !== '')).toHaveLength(702);
    expect(await one.erase!(subject, workUntil(9))).toEqual({ found: 700, changed: 700 });
    expect((await texts()).filter((text) => text !== '').toSorted()).toEqual(others);
    expect(await texts()).toHaveLength(kind === 'removes' ? 2 : 1_202);
    expect(await one.erase!(subject, workUntil(9))).toEqual({ found: 0, changed: 0 });
  },
);

it('blocks what is the person’s, and takes no request that is older than the stored one', async () => {
  const holding = blocks(notes, { find: (subject) => [...find(subject), ...find(subject)] });
  const at = (time: number) => ({ ...workUntil(9), at: new Date(time) });
  const Note = notes.model(server.database(name));
  expect(await holding.block!(subject, at(2), true)).toEqual({ found: 1_200, changed: 1_200 });
  expect(await holding.block!(subject, at(3), true)).toEqual({ found: 1_200, changed: 0 });
  expect(await holding.block!(subject, at(1), false)).toEqual({ found: 1_200, changed: 0 });
  expect(await Note.countDocuments({ 'block.is': true, revision: 1 })).toBe(1_200);
  expect(await holding.block!(subject, at(4), false)).toEqual({ found: 1_200, changed: 1_200 });
  // A delivery of the first request that comes late.
  expect(await holding.block!(subject, at(2), true)).toEqual({ found: 1_200, changed: 0 });
  expect(await Note.countDocuments({ block: { $exists: true }, 'block.is': false })).toBe(1_200);
});

it('refuses a personal field that no declaration covers, and takes one that expressly stays', () => {
  const replaced = replaces(notes, { fields: ['core_id'], find, copy: none, replace: () => ({}) });
  expect(() => requireCoverage('app', [notes], [])).toThrow('app: no erasure covers notes.core_id, notes.text');
  expect(() => requireCoverage('app', [notes], [replaced])).toThrow('app: no erasure covers notes.text');
  const kept = keeps('notes', { text: 'Evidence.', block: 'Evidence.' });
  expect(() => requireCoverage('app', [notes], [replaced, kept])).not.toThrow();
  expect(() => requireCoverage('app', [notes], [holdings.removes])).not.toThrow();
});

it('replaces equal values by equal hashes, and a hash by itself', () => {
  expect(hash('phone')).toBe(hash('phone'));
  expect(hash(hash('phone'))).toBe(hash('phone'));
  expect(valueHasher('another secret')('phone')).not.toBe(hash('phone'));
});

it('copies what is the person’s, without what is withheld and the database’s own ids', async () => {
  const copied: object[] = [];
  const pieces = holdings.removes.collect!.pieces(subject, workUntil(9_999));
  for await (const piece of pieces) copied.push((piece as { record: object }).record);
  expect(copied).toHaveLength(1_200);
  expect(copied[0]).toEqual({ core_id: 'phone', text: '0' });
  expect(holdings.replaces.collect).toBeUndefined();
});
