import { randomUUID } from 'node:crypto';
import { files, noFile, startChronos, type TestedChronos } from './start-chronos.fixture';

let herald: TestedChronos;
beforeAll(async () => (herald = await startChronos()));
afterAll(() => herald?.stop());

describe(`GET ${files}/:uuid`, () => {
  it('reads a file of a company that the token holds', async () => {
    const created = (await herald.create({ fields: { folder: 'a', tags: '{"x":"1"}' } })).body.data;
    const { status, body } = await herald.as({ companies: [1] })(`GET ${files}/${created.uuid}`);
    expect([status, body.message, body.data]).toEqual([200, 'Found', created]);
    expect(body.data).toMatchObject({ name: 'note.txt', size: '5 B', path: 'a/note.txt', tags: { x: '1' } });
  });

  it('answers the same for an unknown file and for one of another company', async () => {
    const { uuid } = (await herald.create()).body.data;
    for (const one of [uuid, randomUUID()]) {
      const { status, body } = await herald.as({ companies: [2] })(`GET ${files}/${one}`);
      expect([status, body]).toEqual([404, noFile]);
    }
  });
});
