import { randomUUID } from 'node:crypto';
import type { Tested } from '@herald/testing';
import { credentialNotFound, credentialsPath, download, startWithCredentials } from '../start-sapien.fixture';

let herald: Tested;
let create: Awaited<ReturnType<typeof startWithCredentials>>['create'];
beforeAll(async () => ({ herald, create } = await startWithCredentials()));
afterAll(() => herald?.stop());

describe(`GET ${credentialsPath}/:uuid`, () => {
  it('answers the credential with new links', async () => {
    const made = await create();
    const { status, body } = await herald.as({ companies: [1] })(`GET ${credentialsPath}/${made.uuid}`);
    expect([status, body.resource, body.message]).toEqual([200, 'Credential', 'Found']);
    const removed_at = new Date(Date.parse(made.created_at) + 30 * 86_400_000).toISOString();
    const checks = expect.arrayContaining([
      { name: 'not_expired', holds: expect.any(Boolean), detail: expect.any(String) },
    ]);
    expect(body.data).toEqual({ ...made, ...linksOf(body.data), checks, removed_at });
    expect((await download(body.data.back_image)).bytes.toString()).toBe('flat back');
  });

  it.each([
    ['01/01/2090', false],
    ['01/01/2020', true],
    [null, null],
    ['31/02/2090', null],
  ])('answers for the date of expiry %s that expired is %s', async (date_due, expired) => {
    expect((await create('1', { fields: { date_due } })).expired).toBe(expired);
  });

  it('gives the same 404 for an unknown credential and for one of another company', async () => {
    const { uuid } = await create();
    for (const one of [uuid, randomUUID()]) {
      const { status, body } = await herald.as({ companies: [2] })(`GET ${credentialsPath}/${one}`);
      expect([status, body]).toEqual([404, credentialNotFound]);
    }
    expect((await herald.as()(`GET ${credentialsPath}/${uuid}`)).status).toBe(200);
  });
});

function linksOf({
  front_image,
  back_image,
  face_images,
  original_front_image,
  original_back_image,
}: Record<string, string>) {
  return { front_image, back_image, face_images, original_front_image, original_back_image };
}
