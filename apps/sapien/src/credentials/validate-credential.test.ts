import { randomUUID } from 'node:crypto';
import type { Check } from '@herald/card-reader';
import type { Tested } from '@herald/testing';
import {
  type ReadingOverrides,
  credentialNotFound,
  credentialsPath,
  startWithCredentials,
} from '../start-sapien.fixture';

let herald: Tested;
let create: Awaited<ReturnType<typeof startWithCredentials>>['create'];
beforeAll(async () => ({ herald, create } = await startWithCredentials()));
afterAll(() => herald?.stop());

describe(`POST ${credentialsPath}/:uuid/validation`, () => {
  const checkOf = (name: Check['name'], holds: boolean | null): Check => ({ name, holds, detail: '' });
  const validate = async (uuid: string) => (await herald.as()(`POST ${credentialsPath}/${uuid}/validation`)).body;

  it('validates a credential that passes all checks, permanently', async () => {
    const { uuid } = await create();
    const { code, message, data } = await validate(uuid);
    expect([code, message, data.validated]).toEqual([200, 'Updated', true]);
    expect(data.checks.map(({ name, holds }: Check) => [name, holds])).toEqual([
      ['mrz_digits', true],
      ['mrz_against_print', true],
      ['barcode_against_print', null],
      ['not_expired', true],
    ]);
    expect((await herald.as()(`GET ${credentialsPath}/${uuid}`)).body.data.validated).toBe(true);
  });

  it.each<[string, ReadingOverrides]>([
    ['a failed check', { checks: [checkOf('mrz_digits', true), checkOf('mrz_against_print', false)] }],
    ['an expired card', { fields: { date_due: '01/01/2020' } }],
    ['no check that proves its content', { checks: [checkOf('face_present', true)] }],
  ])('does not validate a credential with %s', async (_, as) => {
    const { uuid } = await create('1', as);
    expect((await validate(uuid)).data.validated).toBe(false);
    expect((await herald.as()(`GET ${credentialsPath}/${uuid}`)).body.data.validated).toBe(false);
  });

  it('gives the same 404 for an unknown credential and for one of another company', async () => {
    const { uuid } = await create();
    for (const one of [uuid, randomUUID()]) {
      const { status, body } = await herald.as({ companies: [2] })(`POST ${credentialsPath}/${one}/validation`);
      expect([status, body]).toEqual([404, credentialNotFound]);
    }
    expect((await herald.as()(`GET ${credentialsPath}/${uuid}`)).status).toBe(200);
  });
});
