import { drawCard } from '../draw-cards.fixture';
import { decodePicture } from '../picture/picture';
import type { FieldName, Source } from '../reading';
import sharp from 'sharp';
import { findCopySigns } from './copy-signs';
import type { FieldCandidate } from './field-candidates';

const candidate = (source: Source, field: FieldName, value: string, confidence = 0.95): FieldCandidate => ({
  source,
  field,
  value,
  confidence,
  hasValidCheckDigit: false,
});
let front: Buffer;
beforeAll(() => void ({ front } = drawCard('esp', 'clean')));

const onPaper = async (image: Buffer) => ({ color: await decodePicture(image), onScreen: false });
const ofFront = async (image: Buffer, candidates: FieldCandidate[]) =>
  findCopySigns({ front: await onPaper(image), back: await onPaper(front) }, candidates);
const ofPicture = (image: Buffer) => ofFront(image, []);
const ofSources = (...candidates: FieldCandidate[]) => ofFront(front, candidates);

describe('a picture', () => {
  it('without colours is a sign of a copy, also in warm light and with the noise of a camera', async () => {
    const grey = await sharp(front).greyscale().toColourspace('srgb').png().toBuffer();
    const warm = await sharp(grey).linear([1.02, 0.97, 0.85], [0, 0, 0]).jpeg({ quality: 60 }).toBuffer();
    expect(await ofPicture(grey)).toEqual([{ kind: 'black_and_white' }]);
    expect(await ofPicture(warm)).toEqual([{ kind: 'black_and_white' }]);
  });

  it('with the colours of a card is none, also in low light', async () => {
    expect(await ofPicture(front)).toEqual([]);
    expect(await ofPicture(await sharp(front).linear(0.34, 4).jpeg({ quality: 60 }).toBuffer())).toEqual([]);
  });
});

it('taken of a screen is a sign that names its side', async () => {
  const paper = await onPaper(front);
  const back = { ...paper, onScreen: true };
  expect(await findCopySigns({ front: paper, back }, [])).toEqual([{ kind: 'screen', side: 'back' }]);
});

describe('a field', () => {
  it('that two sources clearly show with different values is a sign, with both sources', async () => {
    const signs = await ofSources(
      candidate('mrz', 'date_birth', '16/02/1974'),
      candidate('print', 'date_birth', '16/02/1994'),
      candidate('barcode', 'date_birth', '16/02/1974'),
    );
    expect(signs).toEqual([
      { kind: 'sources_differ', field: 'date_birth', sources: ['mrz', 'print'] },
      { kind: 'sources_differ', field: 'date_birth', sources: ['barcode', 'print'] },
    ]);
  });

  it('that was misread, or whose sources agree, is none', async () => {
    const zone = candidate('mrz', 'lastname', 'FERNANDEZ');
    expect(await ofSources(zone, candidate('print', 'lastname', 'FERNÁNDEZ'))).toEqual([]);
    expect(await ofSources(zone, candidate('print', 'lastname', 'FERNANOEZ'))).toEqual([]);
    const number = candidate('mrz', 'document_number', '465054626');
    expect(await ofSources(number, candidate('print', 'document_number', '465054621', 0.6))).toEqual([]);
  });
});
