import { dirname, join } from 'node:path';
import sharp from 'sharp';

/** The faces that look into the camera in the demonstration photographs of @vladmandic/face-api (MIT). */
const crops = [
  { photo: 'sample3', left: 560, top: 300, width: 330, height: 430 },
  { photo: 'sample3', left: 1040, top: 190, width: 340, height: 440 },
  { photo: 'sample3', left: 1440, top: 280, width: 320, height: 415 },
  { photo: 'sample4', left: 620, top: 40, width: 320, height: 415 },
  { photo: 'sample5', left: 720, top: 60, width: 320, height: 415 },
  { photo: 'sample5', left: 1060, top: 180, width: 320, height: 415 },
  { photo: 'sample6', left: 190, top: 400, width: 400, height: 520 },
  { photo: 'sample6', left: 620, top: 230, width: 400, height: 520 },
  { photo: 'sample6', left: 1100, top: 200, width: 380, height: 495 },
  { photo: 'sample6', left: 1440, top: 190, width: 370, height: 480 },
];

export const portraitCount = crops.length;

const folder = join(dirname(require.resolve('@vladmandic/face-api/package.json')), 'demo');

type PortraitOptions = { width: number; height: number; grey: boolean; opacity: number };

export async function portraitPicture(
  index: number,
  { width, height, grey, opacity }: PortraitOptions,
): Promise<Buffer> {
  const { photo, ...area } = crops[index % crops.length]!;
  const cropped = sharp(join(folder, `${photo}.jpg`))
    .extract(area)
    .resize(width, height);
  const coloured = (grey ? cropped.greyscale() : cropped).toColourspace('srgb').ensureAlpha(opacity);
  return coloured.png().toBuffer();
}
