import { files, noFile, startChronos, type TestedChronos } from './start-chronos.fixture';

let herald: TestedChronos;
beforeAll(async () => (herald = await startChronos()));
afterAll(() => herald?.stop());

describe(`GET ${files}/:uuid/versions`, () => {
  it('lists the versions of a file page by page, newest first', async () => {
    const { uuid } = (await herald.create()).body.data;
    for (const content of ['two', 'three']) await herald.upload(`PUT ${files}/${uuid}`, { content });
    const list = async (query: string) =>
      (await herald.as({ companies: [1] })(`GET ${files}/${uuid}/versions${query}`)).body;
    const versions = (body: { data: { version: number }[] }) => body.data.map(({ version }) => version);
    expect(await list('')).toMatchObject({ total: 3, page: 1, per_page: 20, data: [{ size: '5 B' }, {}, {}] });
    expect([versions(await list('?per_page=2')), versions(await list('?per_page=2&page=2'))]).toEqual([[3, 2], [1]]);
  });

  it('answers 404 for a file of another company', async () => {
    const { uuid } = (await herald.create()).body.data;
    expect((await herald.as({ companies: [2] })(`GET ${files}/${uuid}/versions`)).body).toEqual(noFile);
  });
});
