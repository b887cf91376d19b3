import { randomUUID } from 'node:crypto';
import type { Check } from '@herald/card-reader';
import type { Tested } from '@herald/testing';
import { credentials, download, kept, picture, readingOf, send, startSapien, type Said } from './start-sapien.fixture';

let herald: Tested;
let said: Said = {};
let sides: { front_image: Buffer; back_image: Buffer };
beforeAll(async () => {
  herald = await startSapien(async () => readingOf(said));
  sides = { front_image: await picture(10), back_image: await picture(200, 'webp') };
});
afterEach(() => void (said = {}));
afterAll(() => herald?.stop());

const create = async (company = '1', as: Said = {}) => {
  said = as;
  return (await send(herald, { ...sides, company_id: company })).body.data;
};
const notFound = { code: 404, resource: 'Credential', message: 'Not found' };

describe(`GET ${credentials}/:uuid`, () => {
  it('answers the credential with links made anew', async () => {
    const made = await create();
    const { status, body } = await herald.as({ companies: [1] })(`GET ${credentials}/${made.uuid}`);
    expect([status, body.resource, body.message]).toEqual([200, 'Credential', 'Found']);
    expect(body.data).toEqual({ ...made, ...linksOf(body.data) });
    expect((await download(body.data.back_image)).bytes.toString()).toBe('flat back');
  });

  it.each([
    ['01/01/2090', false],
    ['01/01/2020', true],
    [null, null],
    ['31/02/2090', null],
  ])('tells of a card due %s that expired is %s', async (date_due, expired) => {
    expect((await create('1', { fields: { date_due } })).expired).toBe(expired);
  });

  it('answers the same for an unknown credential and for one of another company, on every path', async () => {
    const { uuid } = await create('1');
    const other = herald.as({ companies: [2] });
    for (const one of [uuid, randomUUID()])
      for (const request of [
        `GET ${credentials}/${one}`,
        `POST ${credentials}/${one}/validation`,
        `DELETE ${credentials}/${one}`,
      ]) {
        const { status, body } = await other(request);
        expect([status, body]).toEqual([404, notFound]);
      }
    expect((await herald.as()(`GET ${credentials}/${uuid}`)).status).toBe(200);
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

describe(`GET ${credentials}`, () => {
  it('lists the credentials of the token’s companies, newest first', async () => {
    const [one, two] = [await create('7'), await create('7')];
    await create('8');
    const list = await herald.as({ companies: [7] })(`GET ${credentials}`);
    expect([list.body.total, list.body.data.map(({ uuid }: { uuid: string }) => uuid)]).toEqual([
      2,
      [two.uuid, one.uuid],
    ]);
    const { body } = await herald.as({ companies: [7, 8] })(`GET ${credentials}?company_id=8&per_page=1`);
    expect([body.total, body.data.length]).toEqual([1, 1]);
    expect((await herald.as({ companies: [7] })(`GET ${credentials}?company_id=8`)).status).toBe(403);
  });
});

describe(`POST ${credentials}/:uuid/validation`, () => {
  const check = (name: Check['name'], holds: boolean | null): Check => ({ name, holds, detail: '' });
  const validate = async (uuid: string) => (await herald.as()(`POST ${credentials}/${uuid}/validation`)).body;

  it('proves a card whose checks all hold, for good', async () => {
    const { uuid } = await create();
    const { code, message, data } = await validate(uuid);
    expect([code, message, data.validated]).toEqual([200, 'Updated', true]);
    expect(data.checks.map(({ name, holds }: Check) => [name, holds])).toEqual([
      ['mrz_digits', true],
      ['mrz_against_print', true],
      ['barcode_against_print', null],
      ['not_expired', true],
    ]);
    expect((await herald.as()(`GET ${credentials}/${uuid}`)).body.data.validated).toBe(true);
  });

  it.each<[string, Said]>([
    ['a check that fails', { checks: [check('mrz_digits', true), check('mrz_against_print', false)] }],
    ['an expired card', { fields: { date_due: '01/01/2020' } }],
    ['nothing that proves anything', { checks: [check('face_present', true)] }],
  ])('does not prove a card with %s', async (_, as) => {
    const { uuid } = await create('1', as);
    expect((await validate(uuid)).data.validated).toBe(false);
    expect((await herald.as()(`GET ${credentials}/${uuid}`)).body.data.validated).toBe(false);
  });
});

describe(`DELETE ${credentials}/:uuid`, () => {
  it('removes the record and every picture at once', async () => {
    const before = await kept(herald);
    const made = await create();
    expect((await kept(herald)).length).toBe(before.length + 6);
    const { status, body } = await herald.as()(`DELETE ${credentials}/${made.uuid}`);
    expect([status, body.message, body.data]).toEqual([200, 'Deleted', { uuid: made.uuid }]);
    expect((await kept(herald)).sort()).toEqual(before.sort());
    expect((await herald.as()(`GET ${credentials}/${made.uuid}`)).body).toEqual(notFound);
    expect((await download(made.front_image)).status).toBe(404);
    expect(await herald.database('sapien').collection('credential_pictures').countDocuments({ credential_uuid: made.uuid })).toBe(0); // prettier-ignore
  });
});

describe('GET /sapien/api/v1/picture/:picture', () => {
  it('opens by its link alone, as it was signed, until it expires', async () => {
    const { front_image, back_image } = await create();
    const [mine, other] = [new URL(front_image), new URL(back_image)];
    expect((await download(front_image)).status).toBe(200);
    const swapped = new URL(other.pathname + mine.search, front_image);
    const later = new URL(front_image.replace(/until=\d+/, 'until=4000000000'));
    for (const forged of [swapped, later, new URL(mine.pathname, front_image)]) {
      expect((await fetch(forged)).status).toBe(401);
      const { status } = await herald.as()(`GET ${forged.pathname}${forged.search || '?until=1&signature=x'}`);
      expect(status).toBe(403);
    }
  });

  it('closes when the time is over', async () => {
    const soon = await startSapien(async () => readingOf(), { SAPIEN_LINK_SECONDS: '4' });
    try {
      const { data } = (await send(soon, { ...sides, company_id: '1' })).body;
      expect((await download(data.front_image)).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 4100));
      expect((await download(data.front_image)).status).toBe(401);
    } finally {
      await soon.stop();
    }
  });
});
