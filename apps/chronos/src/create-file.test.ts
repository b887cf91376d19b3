import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@herald/testing';
import { files, startChronos, type TestedChronos } from './start-chronos.fixture';

let herald: TestedChronos;
beforeAll(async () => (herald = await startChronos()));
afterAll(() => herald?.stop());

const stored = () => herald.database('chronos').collection('file_registers').countDocuments();
const arriving = () => readdir(join(new URL(herald.env.STORAGE_URL!).pathname, 'arriving'));

describe(`POST ${files}`, () => {
  it('stores a file and logs the write', async () => {
    const logged = await herald.collectServiceLog();
    const fields = { folder: 'letters', tags: '{"kind":"note"}' };
    const { status, body } = await herald.create({ fields });
    expect([status, body.message, body.resource]).toEqual([201, 'Created', 'File Register']);
    expect(body.data).toEqual({
      uuid: expect.any(String),
      name: 'note.txt',
      size: '5 B',
      path: 'letters/note.txt',
      tags: { kind: 'note' },
      created_at: expect.any(String),
    });
    const content = await herald.as()(`GET ${files}/${body.data.uuid}/content`);
    expect([content.body, content.headers.get('content-length')]).toEqual(['hello', '5']);
    expect(await eventually(() => logged[0])).toMatchObject({
      result: true,
      company_id: '1',
      resource_id: body.data.uuid,
    });
  });

  it('stores one file for one Idempotency-Key', async () => {
    const before = await stored();
    const key = randomUUID();
    const first = await herald.create({ key });
    const second = await herald.create({ key });
    expect([second.body, second.headers.get('idempotent-replay')]).toEqual([first.body, 'true']);
    expect(await stored()).toBe(before + 1);
    expect((await herald.create({ key, content: 'other' })).status).toBe(422);
  });

  it.each([
    [{ folder: '../etc' }, 'folder'],
    [{ folder: 'a b' }, 'folder'],
    [{ tags: '{"a":1}' }, 'tags'],
    [{ tags: '["a"]' }, 'tags'],
    [{ tags: '{"$set":"x"}' }, 'tags'],
    [{ tags: '{"__proto__":{"$set":"x"}}' }, 'tags'],
    [{ tags: 'no json' }, 'tags'],
    [{ company_id: 'x' }, 'company_id'],
  ] as [Record<string, string>, string][])('refuses %j and keeps nothing', async (fields, field) => {
    const before = await stored();
    const { status, body } = await herald.create({ fields });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect([await stored(), await arriving()]).toEqual([before, []]);
  });

  it('refuses a request without a file, and a company that the token does not hold', async () => {
    const form = new FormData();
    form.set('company_id', '1');
    expect((await herald.as()(`POST ${files}`, { form })).body.errors).toEqual({ file: ['is required'] });
    expect((await herald.create({}, [2])).status).toBe(403);
    expect(await arriving()).toEqual([]);
  });

  it('accepts 100 MB and not more', async () => {
    const most = Buffer.alloc(100 * 1024 * 1024, 'x');
    const { status, body } = await herald.create({ content: most });
    expect([status, body.data.size]).toEqual([201, '100 MB']);
    expect((await herald.create({ content: Buffer.concat([most, Buffer.from('y')]) })).status).toBe(413);
    expect(await arriving()).toEqual([]);
  });
});
