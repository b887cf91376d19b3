import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { files, noFile, startChronos, type TestedChronos } from './start-chronos.fixture';

let herald: TestedChronos;
beforeAll(async () => (herald = await startChronos()));
afterAll(() => herald?.stop());

const arriving = () => readdir(join(new URL(herald.env.STORAGE_URL!).pathname, 'arriving'));

describe(`PUT ${files}/:uuid`, () => {
  it('adds a version and keeps the old ones readable', async () => {
    const { uuid } = (await herald.create({ fields: { folder: 'a', tags: '{"x":"1"}' } })).body.data;
    const { status, body } = await herald.upload(`PUT ${files}/${uuid}`, { content: 'second', name: 'new.txt' });
    expect([status, body.message]).toEqual([200, 'Updated']);
    expect(body.data).toMatchObject({ uuid, name: 'new.txt', size: '6 B', path: 'a/new.txt', tags: { x: '1' } });
    const content = async (query: string) => (await herald.as()(`GET ${files}/${uuid}/content${query}`)).body;
    expect(await Promise.all(['', '?version=1', '?version=2'].map(content))).toEqual(['second', 'hello', 'second']);
    expect(await content('?version=3')).toEqual(noFile);
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

  it('gives concurrent uploads different versions', async () => {
    const { uuid } = (await herald.create()).body.data;
    const contents = Array.from({ length: 8 }, () => randomBytes(2000).toString('hex'));
    const answers = await Promise.all(contents.map((content) => herald.upload(`PUT ${files}/${uuid}`, { content })));
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
    const { uuid } = (await herald.create()).body.data;
    for (const path of [`PUT ${files}/${uuid}`, `PUT ${files}/${randomUUID()}`]) {
      const { status, body } = await herald.upload(path, {}, [2]);
      expect([status, body]).toEqual([404, noFile]);
    }
    for (const part of ['', '/versions', '/content'])
      expect((await herald.as({ companies: [2] })(`GET ${files}/${uuid}${part}`)).body).toEqual(noFile);
    expect(await arriving()).toEqual([]);
  });
});
