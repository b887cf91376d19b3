import sharp from 'sharp';
import { type Picture, decodePicture, toGrey } from './picture';
import { unreadableReason } from './picture-quality';

const print = Array.from(
  { length: 12 },
  (_, i) => `<text x="60" y="${60 + i * 48}" font-size="30">FERNANDEZ 17.729.045</text>`,
);
const lines = Array.from(
  { length: 60 },
  (_, i) => `<path d="M${40 + i * 15} 40 v520" stroke="#222" stroke-width="3"/>`,
);
const card = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="630">
    <rect width="1000" height="630" fill="#c8ccd0"/>${lines.join('')}${print.join('')}</svg>`,
);
const seen = async (made: ReturnType<typeof sharp>): Promise<Picture> =>
  toGrey(await decodePicture(await made.png().toBuffer()));

describe('the reason why a picture is unreadable', () => {
  it('is null for a sharp picture in good light', async () => {
    expect(unreadableReason(await seen(sharp(card)))).toBeNull();
  });

  it('is darkness', async () => {
    expect(unreadableReason(await seen(sharp(card).linear(0.15, 0)))).toBe('too_dark');
  });

  it('is blur', async () => {
    expect(unreadableReason(await seen(sharp(card).blur(12)))).toBe('blurred');
  });

  it('is glare', async () => {
    const spot = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="630">
        <ellipse cx="500" cy="300" rx="320" ry="200" fill="#fff"/></svg>`,
    );
    expect(unreadableReason(await seen(sharp(card).composite([{ input: spot }])))).toBe('glare');
  });
});
