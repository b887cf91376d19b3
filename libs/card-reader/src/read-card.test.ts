import { deserialize, serialize } from 'node:v8';
import sharp from 'sharp';
import { drawCard } from './draw-cards.fixture';
import { type CardReader, type ExaminedSide, type FieldName } from './index';
import { openCardReader } from './open-card-reader';

// Reading takes all of the processor: a busy machine needs its time.
jest.setTimeout(300_000);

/** Reads generated cards with the real engines. */
let reader: CardReader;
beforeAll(async () => {
  reader = await openCardReader();
});
afterAll(() => reader.close());

const bare = (text: string | null) => (text ?? '').normalize('NFD').replace(/\p{M}/gu, '');

describe('a card', () => {
  it.each([
    ['esp', 'clean'],
    ['clm', 'persp'],
    ['mxc', 'sideways'],
    ['bra', 'upsidedown'],
    ['utp', 'clutter'],
    ['pas', 'exif'],
  ] as const)('%s is read without errors from a picture in condition %s', async (layout, condition) => {
    const { truth, front, back } = drawCard(layout, condition);
    const { fields, evidence, faces, missing, swapped, conflict } = await reader.read(front, back);
    const wanted = Object.fromEntries((Object.keys(fields) as FieldName[]).map((name) => [name, bare(truth[name])]));
    const seen = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, bare(value)]));
    expect(seen).toEqual(wanted);
    expect(missing).toEqual([]);
    expect([swapped, conflict]).toEqual([false, null]);
    expect(faces.length).toBeGreaterThan(0);
    expect(evidence.date_birth.proven).toBe(true);
  });

  it.each(['pnl', 'dnl'] as const)('%s is read although its names have no labels', async (layout) => {
    const { truth, front, back } = drawCard(layout, 'persp');
    const { fields, missing } = await reader.read(front, back);
    expect([fields.name, fields.lastname, missing]).toEqual([truth.name, truth.lastname, []]);
  });

  it('is read with swapped sides, and reports it', async () => {
    const { truth, front, back } = drawCard('pas', 'clean');
    const reading = await reader.read(back, front);
    expect([reading.swapped, reading.conflict]).toEqual([true, null]);
    expect(reading.front.original).toBe(front);
    expect(reading.fields.nin).toBe(truth.nin);
    expect(reading.faces.length).toBeGreaterThan(0);
  });

  it.each([
    ['in order', false],
    ['swapped', true],
  ])('is read the same if another process examined its back: %s', async (_order, swapped) => {
    const card = drawCard('ury', 'clean');
    const [front, back] = swapped ? [card.back, card.front] : [card.front, card.back];
    const alone = await reader.read(front, back);
    expect([alone.swapped, alone.conflict]).toEqual([swapped, null]);
    expect(alone.front.original).toBe(card.front);
    expect(alone.fields.nin).toBe(card.truth.nin);
    expect(alone.faces.length).toBeGreaterThan(0);
    const side = deserialize(serialize(await reader.examine('back', back))) as ExaminedSide;
    const decoded: unknown[] = [];
    const aided = await reader.read(front, back, {
      backElsewhere: { isTaken: true, examined: async () => side },
      onDecoding: (name) => decoded.push(name),
    });
    expect(aided).toEqual(alone);
    expect(decoded).toEqual(['front', null]);
  });

  it('is rejected if a picture cannot be decoded, and reports the side before decoding it', async () => {
    const { front } = drawCard('ury', 'clean');
    const decoded: unknown[] = [];
    const reading = reader.read(front, Buffer.from('no picture'), { onDecoding: (side) => decoded.push(side) });
    await expect(reading).rejects.toMatchObject({ side: 'back', status: 422 });
    expect(decoded).toEqual(['front', null, 'back']);
  });

  it('is not read further after the caller cancels', async () => {
    const { front, back } = drawCard('ury', 'clean');
    const caller = new AbortController();
    const reading = reader.read(front, back, { signal: caller.signal });
    caller.abort(new Error('gone'));
    await expect(reading).rejects.toThrow('gone');
  });

  it('without print gives no fields and lists what is missing', async () => {
    const { back } = drawCard('pas', 'clean');
    const { fields, missing, faces } = await reader.read(back, back);
    expect(fields.name).toBeNull();
    expect(fields.nin).toBeNull();
    expect(faces).toHaveLength(0);
    expect(missing.map(({ field }) => field)).toEqual(['name', 'lastname', 'nin', 'front_face']);
  });

  it('passes all checks, and shows where each value was read on the picture as it was sent, turned or not', async () => {
    const { truth, front, back } = drawCard('chi', 'clean');
    const turn = (image: Buffer) => sharp(image).rotate(180).jpeg({ quality: 92 }).toBuffer();
    const upright = await reader.read(front, back);
    const turned = await reader.read(await turn(front), await turn(back));
    for (const { checks } of [upright, turned]) {
      const held = checks.filter(({ holds }) => holds).map(({ name }) => name);
      expect(held).toEqual(
        expect.arrayContaining(['mrz_digits', 'mrz_against_print', 'national_number', 'face_present']),
      );
      for (const value of Object.values(truth)) expect(JSON.stringify(checks)).not.toContain(`"${value}"`);
    }
    for (const field of ['name', 'lastname', 'nin', 'date_birth', 'document_number'] as const) {
      const [a, b] = [upright, turned].map(({ evidence }) => evidence[field].places);
      expect(a!.map(({ source }) => source)).toEqual(expect.arrayContaining(['mrz', 'print']));
      expect(b!.map(({ source, side }) => [source, side])).toEqual(a!.map(({ source, side }) => [source, side]));
      a!.forEach(({ box, corners }, i) => {
        expect(corners[0]!.x).toBeCloseTo(box.x, 2);
        expect(corners[2]!.y).toBeCloseTo(box.y + box.height, 2);
        expect(Math.abs(1 - b![i]!.corners[0]!.x - corners[0]!.x)).toBeLessThan(0.01);
        expect(Math.abs(1 - b![i]!.corners[0]!.y - corners[0]!.y)).toBeLessThan(0.01);
      });
    }
  });
});
