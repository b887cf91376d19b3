import { files, startChronos, type TestedChronos } from './start-chronos.fixture';

let herald: TestedChronos;
beforeAll(async () => (herald = await startChronos()));
afterAll(() => herald?.stop());

describe(`GET ${files}`, () => {
  it('lists the files of the token’s companies, newest first', async () => {
    await herald.create({ fields: { company_id: '7' }, name: 'one' });
    await herald.create({ fields: { company_id: '7' }, name: 'two' });
    await herald.create({ fields: { company_id: '8' }, name: 'three' });
    const list = (await herald.as({ companies: [7] })(`GET ${files}`)).body;
    expect([list.total, list.data.map(({ name }: { name: string }) => name)]).toEqual([2, ['two', 'one']]);
    expect((await herald.as({ companies: [7] })(`GET ${files}?company_id=8`)).status).toBe(403);
  });
});
