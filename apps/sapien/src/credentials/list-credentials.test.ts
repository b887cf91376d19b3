import type { Tested } from '@herald/testing';
import { credentialsPath, startWithCredentials } from '../start-sapien.fixture';

let herald: Tested;
let create: Awaited<ReturnType<typeof startWithCredentials>>['create'];
beforeAll(async () => ({ herald, create } = await startWithCredentials()));
afterAll(() => herald?.stop());

describe(`GET ${credentialsPath}`, () => {
  it('lists the credentials of the companies of the token, newest first', async () => {
    const [one, two] = [await create('7'), await create('7')];
    await create('8');
    const list = await herald.as({ companies: [7] })(`GET ${credentialsPath}`);
    expect([list.body.total, list.body.data.map(({ uuid }: { uuid: string }) => uuid)]).toEqual([
      2,
      [two.uuid, one.uuid],
    ]);
    const { body } = await herald.as({ companies: [7, 8] })(`GET ${credentialsPath}?company_id=8&per_page=1`);
    expect([body.total, body.data.length]).toEqual([1, 1]);
    expect((await herald.as({ companies: [7] })(`GET ${credentialsPath}?company_id=8`)).status).toBe(403);
  });

  it('finds those with a national number, in whatever form it is written', async () => {
    const { uuid } = await create('9', { fields: { nin: '12345678-5' } });
    await create('9', { fields: { nin: '11111111-1' } });
    for (const nin of ['12345678-5', '12.345.678-5', '123456785']) {
      const { body } = await herald.as({ companies: [9] })(`GET ${credentialsPath}`, { query: { nin } });
      expect([nin, body.data.map((one: { uuid: string }) => one.uuid)]).toEqual([nin, [uuid]]);
    }
    expect((await herald.as({ companies: [9] })(`GET ${credentialsPath}?nin=1`)).body.total).toBe(0);
  });
});
