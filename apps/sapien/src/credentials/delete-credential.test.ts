import { randomUUID } from 'node:crypto';
import type { Tested } from '@herald/testing';
import {
  credentialNotFound,
  credentialsPath,
  download,
  startWithCredentials,
  storedPictures,
} from '../start-sapien.fixture';

let herald: Tested;
let create: Awaited<ReturnType<typeof startWithCredentials>>['create'];
beforeAll(async () => ({ herald, create } = await startWithCredentials()));
afterAll(() => herald?.stop());

describe(`DELETE ${credentialsPath}/:uuid`, () => {
  it('removes the record and every picture at once', async () => {
    const before = await storedPictures(herald);
    const made = await create();
    expect((await storedPictures(herald)).length).toBe(before.length + 6);
    const { status, body } = await herald.as()(`DELETE ${credentialsPath}/${made.uuid}`);
    expect([status, body.message, body.data]).toEqual([200, 'Deleted', { uuid: made.uuid }]);
    expect((await storedPictures(herald)).sort()).toEqual(before.sort());
    expect((await herald.as()(`GET ${credentialsPath}/${made.uuid}`)).body).toEqual(credentialNotFound);
    expect((await download(made.front_image)).status).toBe(404);
    expect(
      await herald.database('sapien').collection('credential_pictures').countDocuments({ credential_uuid: made.uuid }),
    ).toBe(0);
  });

  it('gives the same 404 for an unknown credential and for one of another company', async () => {
    const { uuid } = await create();
    for (const one of [uuid, randomUUID()]) {
      const { status, body } = await herald.as({ companies: [2] })(`DELETE ${credentialsPath}/${one}`);
      expect([status, body]).toEqual([404, credentialNotFound]);
    }
    expect((await herald.as()(`GET ${credentialsPath}/${uuid}`)).status).toBe(200);
  });
});
