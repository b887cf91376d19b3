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
});
