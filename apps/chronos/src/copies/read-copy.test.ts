import { randomUUID } from 'node:crypto';
import { startCopies, type TestedCopies } from './copies.fixture';

let herald: TestedCopies;
beforeAll(async () => (herald = await startCopies()));
afterAll(() => herald?.stop());

describe('GET /chronos/v1/subject_file/:uuid', () => {
  it('opens the file by the link alone, as a download', async () => {
    const { link } = await herald.makeCopy();
    const { status, headers } = await fetch(link);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(headers.get('content-disposition')).toMatch(/attachment/);
  });

  it('rejects forged and changed links, with a token as without', async () => {
    const { link, request_uuid } = await herald.makeCopy();
    const later = link.replace(/until=\d+/, 'until=4000000000');
    const another = link.replace(request_uuid, randomUUID());
    const bare = link.replace(/\?.*/, '');
    for (const forged of [later, another, bare]) {
      expect((await fetch(forged)).status).toBe(401);
      const { pathname, search } = new URL(forged);
      const query = search || '?until=1&signature=x';
      expect((await herald.as({ scope: '*' })(`GET ${pathname}${query}`)).status).toBe(403);
    }
  });
});
