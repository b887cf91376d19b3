import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { layouts } from './layouts/all';
import { makeSpecimen } from './make-specimen';
import { checkDigit } from './mrz';

const [chile, passport, colombia] = ['chi', 'pas', 'clm'].map((id) => layouts.find((layout) => layout.id === id)!);
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

it('draws the same bytes for the same seed, and another person for another seed', async () => {
  const [first, again, other] = await Promise.all([1, 1, 2].map((seed) => makeSpecimen(seed, chile!, 'glare')));
  expect(digest(again!.front.bytes)).toBe(digest(first!.front.bytes));
  expect(again!.specimen).toEqual(first!.specimen);
  expect(other!.specimen.truth).not.toEqual(first!.specimen.truth);
});

it.each(layouts.map((layout) => [layout.id, layout] as const))(
  '%s: the MRZ has right check digits',
  async (id, layout) => {
    const { specimen } = await makeSpecimen(5, layout, 'clean');
    const { mrz, truth } = specimen;
    expect(truth).toMatchObject({ name: expect.stringMatching(/^[\p{Lu} ]+$/u), lastname: expect.any(String) });
    if (!mrz) return expect(['clm', 'cri', 'dnl', 'pan', 'pnl', 'ven']).toContain(id);
    const passport = mrz.length === 2;
    expect(mrz.map((line) => line.length)).toEqual(passport ? [44, 44] : [30, 30, 30]);
    const [number, birth, due] = passport
      ? [
          [0, 9],
          [13, 19],
          [21, 27],
        ]
      : [
          [5, 14],
          [0, 6],
          [8, 14],
        ];
    const at = (line: string, [from, to]: number[]) => [checkDigit(line.slice(from, to)), line[to!]] as const;
    const lines = [mrz[passport ? 1 : 0]!, mrz[1]!, mrz[1]!];
    [number, birth, due].forEach((place, row) => {
      const [expected, printed] = at(lines[row]!, place!);
      // The number continues in the optional data, and so does its check digit.
      if (printed === '<') return;
      expect(printed).toBe(expected);
    });
  },
);

it('describes a passport and a card without an MRZ', async () => {
  const page = (await makeSpecimen(3, passport!, 'clean')).specimen;
  expect([page.truth.doc_type, page.mrz?.[0]?.slice(0, 5)]).toEqual(['P', 'P<CHL']);
  const card = (await makeSpecimen(3, colombia!, 'clean')).specimen;
  expect([card.mrz, card.barcode, card.truth.date_due]).toEqual([null, 'PDF417', null]);
});

it('takes rotated pictures, other formats, and records the corners', async () => {
  const turned = await sharp((await makeSpecimen(1, chile!, 'exif')).front.bytes).metadata();
  expect([turned.orientation, turned.width! < turned.height!]).toEqual([6, true]);
  expect((await sharp((await makeSpecimen(1, chile!, 'webp')).front.bytes).metadata()).format).toBe('webp');
  const { quads } = (await makeSpecimen(1, chile!, 'clutter')).specimen;
  expect(quads.front).toHaveLength(4);
  await expect(makeSpecimen(1, chile!, 'burnt')).rejects.toThrow('There is no condition burnt');
});
