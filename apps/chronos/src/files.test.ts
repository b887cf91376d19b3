import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceLogged } from '@herald/envelopes';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { service } from './service';

const files = '/chronos/v1/file_registers';
const missing = { code: 404, resource: 'File to upload', message: 'Not found' };

let herald: Tested;
beforeAll(async () => (herald = await startForTest(service)));
afterAll(() => herald?.stop());

type Form = { content?: string | Buffer; name?: string; fields?: Record<string, string>; key?: string };
function upload(
  methodAndPath: string,
  { content = 'hello', name = 'note.txt', fields = {}, key }: Form = {},
  companies: '*' | number[] = '*',
) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([content as string], { type: 'text/plain' }), name);
  return herald.as({ companies })(methodAndPath, { form, headers: key ? { 'idempotency-key': key } : {} });
}
const create = (form: Form = {}, companies?: '*' | number[]) =>
  upload(`POST ${files}`, { ...form, fields: { company_id: '1', ...form.fields } }, companies);
const stored = () => herald.database('chronos').collection('file_registers').countDocuments();
const arriving = () => readdir(join(new URL(herald.env.STORAGE_URL!).pathname, 'arriving'));

describe(`POST ${files}`, () => {
  it('stores a file and logs the write', async () => {
    const logged = await herald.collect(serviceLogged);
    const fields = { folder: 'letters', tags: '{"kind":"note"}' };
    const { status, body } = await create({ fields });
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

  it('does nothing twice for one Idempotency-Key', async () => {
    const before = await stored();
    const key = randomUUID();
    const first = await create({ key });
    const second = await create({ key });
    expect([second.body, second.headers.get('idempotent-replay')]).toEqual([first.body, 'true']);
    expect(await stored()).toBe(before + 1);
    expect((await create({ key, content: 'other' })).status).toBe(422);
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
    const { status, body } = await create({ fields });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect([await stored(), await arriving()]).toEqual([before, []]);
  });

  it('refuses a request without a file, and a company that the token does not hold', async () => {
    const form = new FormData();
    form.set('company_id', '1');
    expect((await herald.as()(`POST ${files}`, { form })).body.errors).toEqual({ file: ['is required'] });
    expect((await create({}, [2])).status).toBe(403);
    expect(await arriving()).toEqual([]);
  });

  it('takes 100 MB and not more', async () => {
    const most = Buffer.alloc(100 * 1024 * 1024, 'x');
    const { status, body } = await create({ content: most });
    expect([status, body.data.size]).toEqual([201, '100 MB']);
    expect((await create({ content: Buffer.concat([most, Buffer.from('y')]) })).status).toBe(413);
    expect(await arriving()).toEqual([]);
  });
});

describe(`PUT ${files}/:uuid`, () => {
  it('adds a version; the old ones stay readable', async () => {
    const { uuid } = (await create({ fields: { folder: 'a', tags: '{"x":"1"}' } })).body.data;
    const { status, body } = await upload(`PUT ${files}/${uuid}`, { content: 'second', name: 'new.txt' });
    expect([status, body.message]).toEqual([200, 'Updated']);
    expect(body.data).toMatchObject({ uuid, name: 'new.txt', size: '6 B', path: 'a/new.txt', tags: { x: '1' } });
    const content = async (query: string) => (await herald.as()(`GET ${files}/${uuid}/content${query}`)).body;
    expect(await Promise.all(['', '?version=1', '?version=2'].map(content))).toEqual(['second', 'hello', 'second']);
    expect(await content('?version=3')).toEqual(missing);
    const versions = await herald.as()(`GET ${files}/${uuid}/versions`);
    expect(versions.body).toMatchObject({
      total: 2,
      data: [
        { version: 2, name: 'new.txt' },
        { version: 1, name: 'note.txt' },
      ],
    });
    expect(versions.body.data[1].sha256).toBe(createHash('sha256').update('hello').digest('hex'));
  });

  it('gives each of many uploads at once a version of its own', async () => {
    const { uuid } = (await create()).body.data;
    const contents = Array.from({ length: 8 }, () => randomBytes(2000).toString('hex'));
    const answers = await Promise.all(contents.map((content) => upload(`PUT ${files}/${uuid}`, { content })));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const versions = Array.from({ length: 8 }, (_, at) => at + 2);
    const read = await Promise.all(
      versions.map((version) => herald.as()(`GET ${files}/${uuid}/content?version=${version}`)),
    );
    expect(read.map(({ body }) => body).sort()).toEqual(contents.toSorted());
    const newest = await herald.as()(`GET ${files}/${uuid}/content`);
    expect(newest.body).toBe(read.at(-1)!.body);
  });

  it('answers the same for an unknown file and for one of another company', async () => {
    const { uuid } = (await create()).body.data;
    for (const path of [`PUT ${files}/${uuid}`, `PUT ${files}/${randomUUID()}`]) {
      const { status, body } = await upload(path, {}, [2]);
      expect([status, body]).toEqual([404, missing]);
    }
    for (const part of ['', '/versions', '/content'])
      expect((await herald.as({ companies: [2] })(`GET ${files}/${uuid}${part}`)).body).toEqual(missing);
    expect(await arriving()).toEqual([]);
  });
});

describe(`GET ${files}`, () => {
  it('lists the files of the token’s companies, newest first', async () => {
    await create({ fields: { company_id: '7' }, name: 'one' });
    await create({ fields: { company_id: '7' }, name: 'two' });
    await create({ fields: { company_id: '8' }, name: 'three' });
    const list = (await herald.as({ companies: [7] })(`GET ${files}`)).body;
    expect([list.total, list.data.map(({ name }: { name: string }) => name)]).toEqual([2, ['two', 'one']]);
    expect((await herald.as({ companies: [7] })(`GET ${files}?company_id=8`)).status).toBe(403);
  });
});

it('serves what people uploaded as a download, never as a page', async () => {
  const { uuid } = (await create({ content: '<script>alert(1)</script>', name: 'x.html' })).body.data;
  const { headers } = await herald.as()(`GET ${files}/${uuid}/content`);
  expect(headers.get('content-disposition')).toMatch(/^attachment/);
  expect([headers.get('x-content-type-options'), headers.get('content-security-policy')]).toEqual([
    'nosniff',
    'sandbox',
  ]);
});
