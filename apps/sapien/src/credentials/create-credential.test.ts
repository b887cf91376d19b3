import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { cleanPicture } from '@herald/card-reader';
import { eventually, type Tested } from '@herald/testing';
import sharp from 'sharp';
import { PictureRefused, ReadTimedOut, ReaderExited, ReadingFailed } from '../readers/reader-protocol';
import {
  pendingUploads,
  asDataUri,
  credentialsPath,
  download,
  storedPictures,
  picture,
  createReading,
  send,
  startSapien,
} from '../start-sapien.fixture';
import type { Reads } from '../start-sapien.fixture';

let herald: Tested;
const read = jest.fn<ReturnType<Reads>, Parameters<Reads>>(async () => createReading());
let front: Buffer;
let back: Buffer;

beforeAll(async () => {
  herald = await startSapien((paths, signal) => read(paths, signal));
  [front, back] = await Promise.all([picture(10), picture(200, 'png')]);
});
afterEach(() => read.mockReset().mockImplementation(async () => createReading()));
afterAll(() => herald?.stop());

const both = () => ({ company_id: '1', front_image: front, back_image: back });
const clean = (image: Buffer) => cleanPicture(image).bytes;
const stored = () => herald.database('sapien').collection('credentials').countDocuments();

describe(`POST ${credentialsPath}`, () => {
  it('answers the fields of the card with links to its pictures', async () => {
    const { status, body } = await send(herald, both());
    expect([status, body.code, body.resource, body.message]).toEqual([201, 201, 'Credential', 'Created']);
    expect(body.data).toMatchObject({ ...createReading().fields, validated: false, expired: false });
    expect(body.data.evidence.nin).toEqual(createReading().evidence.nin);
    expect(body.data.evidence.copy_signs).toEqual(createReading().copySigns);
    expect(body.data.evidence.sides_agree).toEqual(['nin', 'date_birth']);
    const { front_image, original_front_image, original_back_image, face_images } = body.data;
    expect(await download(front_image)).toMatchObject({
      status: 200,
      type: 'image/jpeg',
      bytes: Buffer.from('flat front'),
    });
    expect(await download(original_front_image)).toMatchObject({
      status: 200,
      type: 'image/jpeg',
      bytes: clean(front),
    });
    expect(await download(original_back_image)).toMatchObject({ status: 200, type: 'image/png', bytes: clean(back) });
    expect((await download(face_images[1])).bytes.toString()).toBe('face two');
    expect(await pendingUploads(herald)).toEqual([]);
  });

  it.each([
    ['both as base64', () => ({ front_credential: asDataUri(front), back_credential: asDataUri(back, 'image/png') })],
    ['the front as file', () => ({ front_image: front, back_credential: back.toString('base64') })],
    [
      'the back as file, other fields empty',
      () => ({
        front_credential: asDataUri(front),
        front_image: Buffer.alloc(0),
        back_image: back,
        back_credential: '',
      }),
    ],
  ])('accepts %s', async (_, sent) => {
    const { status, body } = await send(herald, { company_id: '1', ...sent() } as never);
    expect(status).toBe(201);
    expect((await download(body.data.original_front_image)).bytes).toEqual(clean(front));
    expect((await download(body.data.original_back_image)).bytes).toEqual(clean(back));
  });

  it('puts exchanged sides in order', async () => {
    read.mockImplementation(async () => createReading({ swapped: true }));
    const { body } = await send(herald, { company_id: '1', front_image: back, back_image: front });
    expect((await download(body.data.original_front_image)).bytes).toEqual(clean(front));
  });

  it.each([
    ['no front', ['back_image'], 'front'],
    ['two fronts', ['front_image', 'front_credential', 'back_image'], 'front'],
    ['no back', ['front_credential'], 'back'],
    ['two backs', ['front_image', 'back_credential', 'back_image'], 'back'],
    ['nothing', [], 'front'],
  ])('answers 400 to %s', async (_, names, side) => {
    const sent = Object.fromEntries(names.map((name) => [name, name.endsWith('image') ? front : asDataUri(front)]));
    const { status, body } = await send(herald, { company_id: '1', ...sent });
    const errors = `Pass only a file or a base64 string with the ${side} side`;
    expect([status, body]).toEqual([400, { code: 400, resource: 'Document', message: 'Bad request', errors }]);
    expect([read.mock.calls.length, await pendingUploads(herald)]).toEqual([0, []]);
  });

  it('requires an integer as company that the token includes', async () => {
    const sent = { front_image: front, back_image: back };
    const claims = { companies: [1] };
    expect((await send(herald, { ...sent, company_id: 'one' }, claims)).body.errors).toHaveProperty('company_id');
    expect((await send(herald, sent, claims)).status).toBe(422);
    const { status, body } = await send(herald, { ...sent, company_id: '2' }, claims);
    expect([status, body]).toEqual([403, { code: 403, message: 'Forbidden' }]);
    expect(await pendingUploads(herald)).toEqual([]);
  });

  it.each([
    ['text', () => Buffer.from('no picture at all')],
    ['a vector drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['more than 10 MB', () => Buffer.concat([front, Buffer.alloc(11 * 1024 * 1024)])],
  ])('rejects %s before reading, naming its field', async (_, bytes) => {
    for (const field of ['front_image', 'front_credential']) {
      const value = field === 'front_image' ? bytes() : asDataUri(bytes());
      const { status, body } = await send(herald, { company_id: '1', [field]: value, back_image: back });
      expect([status, body.resource, body.message]).toEqual([422, 'Document', 'Fail']);
      expect(body.errors).toEqual({ [field]: [expect.any(String)] });
    }
    expect([read.mock.calls.length, await pendingUploads(herald)]).toEqual([0, []]);
  });

  it('names the missing required fields with reasons, and stores nothing', async () => {
    const before = [await stored(), await storedPictures(herald)];
    read.mockImplementation(async () =>
      createReading({
        missing: [
          { field: 'nin', reason: 'blurred' },
          { field: 'front_face', reason: 'not_found' },
        ],
      }),
    );
    const { status, body } = await send(herald, both());
    const errors =
      'Cannot extract the minimum field expected, use another picture: missing nin (blurred), front_face (not found)';
    expect([status, body]).toEqual([422, { code: 422, resource: 'Document', message: 'Fail', errors }]);
    expect([await stored(), await storedPictures(herald), await pendingUploads(herald)]).toEqual([...before, []]);
  });

  it('stores pictures of all three formats without position, text and profile', async () => {
    const secret = 'Casa de Ana';
    const GPS = {
      GPSLatitudeRef: 'S',
      GPSLatitude: '33/1 26/1 56/1',
      GPSLongitudeRef: 'W',
      GPSLongitude: '70/1 40/1 9/1',
    };
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const planted = await sharp(front)
        .withExif({ IFD0: { ImageDescription: secret }, IFD3: GPS })
        .withIccProfile('p3')
        .withMetadata({ orientation: 6 })
        .toFormat(format)
        .toBuffer();
      expect((await sharp(planted).metadata()).exif!.includes(secret)).toBe(true);
      let decoded: Buffer | undefined;
      read.mockImplementation(async ({ paths }) => ((decoded = readFileSync(paths.front)), createReading()));
      const { status, body } = await send(herald, { company_id: '1', front_image: planted, back_image: back });
      const { bytes } = await download(body.data.original_front_image);
      const { exif, icc, xmp, orientation } = await sharp(bytes).metadata();
      expect([status, bytes.equals(decoded!), bytes.includes(secret)]).toEqual([201, true, false]);
      expect({ icc, xmp, orientation, exif: exif!.length < 40 }).toEqual({ orientation: 6, exif: true });
    }
  });

  it.each([
    ['cannot be decoded', new PictureRefused('The image shows nothing', 'back'), 'The image shows nothing'],
    ['crashes its readers', new ReaderExited('x', 'back'), 'The image is damaged or incomplete'],
    ['takes too long to decode', new ReadTimedOut('x', 'back'), 'The image takes too long to decode'],
  ])('rejects a picture that %s, naming its field', async (_, error, reason) => {
    read.mockRejectedValue(error);
    const { status, body } = await send(herald, {
      company_id: '1',
      front_image: front,
      back_credential: asDataUri(back),
    });
    const errors = { back_credential: [reason] };
    expect([status, body]).toEqual([422, { code: 422, resource: 'Document', message: 'Fail', errors }]);
  });

  it.each([new ReaderExited('x'), new ReadTimedOut('x'), new ReadingFailed('x')])(
    'answers 503 if the reading fails for another reason (%#)',
    async (error) => {
      read.mockRejectedValue(error);
      const { status, headers } = await send(herald, both());
      expect([status, Number(headers.get('retry-after'))]).toEqual([503, 10]);
    },
  );

  it('rejects two sides that contradict each other and stores nothing', async () => {
    const before = [await stored(), await storedPictures(herald)];
    read.mockImplementation(async () =>
      createReading({ conflict: { kind: 'contradiction', fields: ['nin', 'date_birth'] } }),
    );
    const { status, body } = await send(herald, both());
    const reason = ['The sides contradict each other in nin, date_birth'];
    expect([status, body.message, body.errors]).toEqual([422, 'Fail', { front_image: reason, back_image: reason }]);
    expect([await stored(), await storedPictures(herald), await pendingUploads(herald)]).toEqual([...before, []]);
  });

  it('rejects the same side twice: the same file before reading, another picture of it after', async () => {
    const errors = (...fields: string[]) =>
      Object.fromEntries(fields.map((field) => [field, ['Both pictures show the same side of the card']]));
    const file = await send(herald, { company_id: '1', front_image: front, back_credential: asDataUri(front) });
    expect([file.status, file.body.errors]).toEqual([422, errors('front_image', 'back_credential')]);
    const commented = Buffer.concat([front.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, 4, 1, 2]), front.subarray(2)]);
    const altered = await send(herald, { company_id: '1', front_image: front, back_image: commented });
    expect([altered.status, altered.body.errors]).toEqual([422, errors('front_image', 'back_image')]);
    expect(read.mock.calls.length).toBe(0);
    read.mockImplementation(async () => createReading({ conflict: { kind: 'same_side' } }));
    const other = await send(herald, both());
    expect([other.status, other.body.errors]).toEqual([422, errors('front_image', 'back_image')]);
  });

  it('leaves a slot for another company, and releases slots after reading', async () => {
    let finish = () => {};
    const gate = new Promise<void>((resolve) => (finish = resolve));
    read.mockImplementation(async () => gate.then(() => createReading()));
    const mine = { companies: [1] };
    const held = [1, 2, 3, 4].map(() => send(herald, both(), mine));
    const { status, body, headers } = await Promise.race(held);
    const errors = 'Unable to resolve the solicitude, try later';
    expect([status, body]).toEqual([503, { code: 503, resource: 'Document', message: 'Bad Gateway', errors }]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await eventually(() => read.mock.calls.length === 3);
    const other = send(herald, { ...both(), company_id: '2' }, { companies: [2] });
    await eventually(() => read.mock.calls.length === 4);
    finish();
    expect((await other).status).toBe(201);
    expect((await Promise.all(held)).map((answer) => answer.status).sort()).toEqual([201, 201, 201, 503]);
    expect((await send(herald, both(), mine)).status).toBe(201);
  });

  it('accepts a card while uploads of another company are stalled', async () => {
    const boundary = 'b';
    const half = `--${boundary}\r\nContent-Disposition: form-data; name="front_image"; filename="x"\r\n\r\nhalf`;
    const headers = {
      authorization: `Bearer ${herald.token({ companies: [2] })}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    };
    const halves = Array.from({ length: 21 }, () => {
      const sent = request(`${herald.url}${credentialsPath}`, { method: 'POST', headers });
      sent.on('error', () => {});
      sent.write(half);
      return sent;
    });
    await eventually(async () => (await pendingUploads(herald)).length === 21);
    expect((await send(herald, both(), { companies: [1] })).status).toBe(201);
    for (const sent of halves) sent.destroy();
    await eventually(async () => (await pendingUploads(herald)).length === 0);
  });

  it('cancels the reading and releases the slot when the caller disconnects', async () => {
    const signals: AbortSignal[] = [];
    read.mockImplementation((_, signal) => {
      signals.push(signal);
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('gone'))));
    });
    const hangUp = new AbortController();
    const form = new FormData();
    for (const [name, bytes] of [
      ['front_image', front],
      ['back_image', back],
    ] as const)
      form.set(name, new Blob([new Uint8Array(bytes)]));
    form.set('company_id', '1');
    const headers = { authorization: `Bearer ${herald.token()}` };
    const sent = fetch(`${herald.url}${credentialsPath}`, {
      method: 'POST',
      body: form,
      headers,
      signal: hangUp.signal,
    });
    await eventually(() => signals.length === 1);
    hangUp.abort();
    await expect(sent).rejects.toThrow();
    await eventually(() => signals[0]!.aborted);
    await eventually(async () => (await pendingUploads(herald)).length === 0);
    read.mockImplementation(async () => createReading());
    const next = await Promise.all([1, 2, 3].map(() => send(herald, both())));
    expect(next.map(({ status }) => status)).toEqual([201, 201, 201]);
  });

  it('reads once for one Idempotency-Key, and stores no answer with it', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await send(herald, both(), {}, key);
    const before = await stored();
    const again = await send(herald, both(), {}, key);
    expect([again.status, again.body.data.uuid, await stored()]).toEqual([201, first.body.data.uuid, before]);
    expect([again.headers.get('idempotent-replay'), read.mock.calls.length]).toEqual(['true', 1]);
    const remembered = await herald.database('sapien').collection('idempotency_keys').find().toArray();
    expect(JSON.stringify(remembered)).not.toMatch(/BEGO|12345678|signature/);
    expect((await send(herald, { ...both(), front_image: back }, {}, key)).status).toBe(422);
  });

  it('writes a record to the service log without values of the card', async () => {
    const logged = await herald.collectServiceLog();
    const { body } = await send(herald, both());
    const entry = await eventually(() => logged.find(({ resource_id }) => resource_id === body.data.uuid));
    expect(entry).toMatchObject({ service: 'sapien', resource: 'Credential', result: true, company_id: '1' });
    await send(herald, { company_id: '1', back_image: back }, { subject: 'one who is refused' });
    await eventually(() => logged.some(({ result }) => !result));
    expect(JSON.stringify(logged)).not.toMatch(/BEGO|LAGOS|12345678|987654321|CHL/);
  });
});
