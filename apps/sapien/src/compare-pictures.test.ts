import { startForTest, type Tested } from '@herald/testing';
import sharp from 'sharp';
import { drawCards, type DrawnCards } from './draw-cards.fixture';
import { service } from './service';
import { credentialsPath, send } from './start-sapien.fixture';

/** The whole service with real readers: what is sent before is decided by the pixels. */
let cards: DrawnCards;
beforeAll(() => void (cards = drawCards({ seed: 11, layouts: ['esp'], conditions: ['clean', 'png', 'persp'] })));
afterAll(() => cards?.remove());

async function withService(settings: Record<string, string>, work: (herald: Tested) => Promise<void>) {
  const herald = await startForTest(service, { SAPIEN_THREADS: '1', ...settings });
  try {
    await work(herald);
  } finally {
    await herald.stop();
  }
}

/** A card on a table, as a hand holds the camera over it. */
const photograph = async (card: Buffer, degrees: number, width: number, [left, top]: [number, number]) => {
  const background = '#44525c';
  const turned = await sharp(await sharp(card).resize(width).png().toBuffer())
    .rotate(degrees, { background })
    .toBuffer();
  const table = sharp({ create: { width: 1600, height: 1200, channels: 3, background } });
  return table
    .composite([{ input: turned, left, top }])
    .jpeg({ quality: 90 })
    .toBuffer();
};

type Pictures = { front: Buffer; back: Buffer };

async function signOf(herald: Tested, { front, back }: Pictures, company_id = '1') {
  const { status, body } = await send(herald, { company_id, front_image: front, back_image: back });
  expect(status).toBe(201);
  const signs: { kind: string }[] = body.data.evidence.copy_signs;
  return { uuid: body.data.uuid as string, sign: signs.find(({ kind }) => kind === 'sent_before') };
}

it('recognizes copies of a photograph, and no second photograph, other person or other company', async () => {
  await withService({ SAPIEN_COMPARE_PICTURES: 'true' }, async (herald) => {
    const { front, back } = cards.card('esp', 'clean');
    const taken = await photograph(front, 3, 1200, [150, 140]);
    const first = await signOf(herald, { front: taken, back });
    expect(first.sign).toBeUndefined();
    const copy = await sharp(taken)
      .extract({ left: 24, top: 12, width: 1556, height: 1180 })
      .resize(1300)
      .linear(1.08, 3)
      .jpeg({ quality: 70 })
      .toBuffer();
    expect((await signOf(herald, { front: copy, back })).sign).toMatchObject({ credential_uuid: first.uuid });
    const second = await photograph(front, 1, 1130, [190, 170]);
    expect((await signOf(herald, { front: second, back })).sign).toBeUndefined();
    const other = cards.card('esp', 'png');
    const otherTaken = await photograph(other.front, 3, 1200, [150, 140]);
    expect((await signOf(herald, { front: otherTaken, back: other.back })).sign).toBeUndefined();
    expect((await signOf(herald, { front: taken, back }, '2')).sign).toBeUndefined();
    const { body } = await herald.as()(`GET ${credentialsPath}?company_id=1`);
    for (const { uuid } of body.data) await herald.as()(`DELETE ${credentialsPath}/${uuid}`);
    expect((await signOf(herald, { front: taken, back })).sign).toBeUndefined();
  });
});

it('neither stores a hash nor compares pictures without the setting', async () => {
  await withService({}, async (herald) => {
    const pictures = cards.card('esp', 'persp');
    await signOf(herald, pictures);
    expect((await signOf(herald, pictures)).sign).toBeUndefined();
    const stored = await herald.database('sapien').collection('credentials').find().toArray();
    expect(stored.map((one) => 'picture_hash' in one || 'picture_bands' in one)).toEqual([false, false]);
  });
});
