import { files, noFile, startChronos, type TestedChronos } from './start-chronos.fixture';

let herald: TestedChronos;
beforeAll(async () => (herald = await startChronos()));
afterAll(() => herald?.stop());

describe(`GET ${files}/:uuid/content`, () => {
  it('sends the newest version, or the one that the query names', async () => {
    const { uuid } = (await herald.create()).body.data;
    await herald.upload(`PUT ${files}/${uuid}`, { content: 'second' });
    const content = async (query: string) => (await herald.as()(`GET ${files}/${uuid}/content${query}`)).body;
    expect(await Promise.all(['', '?version=1', '?version=3'].map(content))).toEqual(['second', 'hello', noFile]);
    expect((await herald.as()(`GET ${files}/${uuid}/content?version=0`)).status).toBe(422);
  });

  it('sends a file as a download, never as a page', async () => {
    const { uuid } = (await herald.create({ content: '<script>alert(1)</script>', name: 'x.html' })).body.data;
    const { headers } = await herald.as()(`GET ${files}/${uuid}/content`);
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
    expect([headers.get('x-content-type-options'), headers.get('content-security-policy')]).toEqual([
      'nosniff',
      'sandbox',
    ]);
  });
});
