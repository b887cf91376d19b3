import { type Picture, type Point, resized, turned } from './picture';
import { type Quad, distance, ratio, sides } from './quads';
import { type Vision, freeing } from './vision';

const WIDTH = 1280;
const CARD_HEIGHT = 807; // ID-1: 85.60 x 53.98 mm
const PASSPORT_HEIGHT = 901; // ID-3: 125 x 88 mm

/** The card alone, from straight above, its long sides level. It may still stand upon its head. */
export async function flatten(cv: Vision, picture: Picture, corners: Quad | null): Promise<Picture> {
  if (!corners) return lying(picture);
  const [top, right, bottom, left] = sides(corners) as [number, number, number, number];
  const level = top + bottom >= left + right ? corners : ([1, 2, 3, 0].map((i) => corners[i]!) as Quad);
  const height = ratio(corners) < 1.48 ? PASSPORT_HEIGHT : CARD_HEIGHT;
  return warped(cv, picture, level, WIDTH, height);
}

async function lying(picture: Picture): Promise<Picture> {
  const level = picture.height > picture.width ? await turned(picture, 90) : picture;
  const height = Math.round((level.height / level.width) * WIDTH);
  return resized(level, WIDTH, height);
}

function warped(cv: Vision, picture: Picture, corners: Quad, width: number, height: number): Picture {
  return freeing((keep) => {
    const source = keep(cv.matFromArray(picture.height, picture.width, cv.CV_8UC3, picture.data));
    const from = keep(cv.matFromArray(4, 1, cv.CV_32FC2, flat(corners)));
    const to = keep(cv.matFromArray(4, 1, cv.CV_32FC2, [0, 0, width, 0, width, height, 0, height]));
    const how = keep(cv.getPerspectiveTransform(from, to));
    const out = keep(new cv.Mat());
    const shrinks = distance(corners[0], corners[1]) > width * 1.4;
    const kind = shrinks ? cv.INTER_AREA : cv.INTER_CUBIC;
    cv.warpPerspective(source, out, how, new cv.Size(width, height), kind, cv.BORDER_REPLICATE, new cv.Scalar());
    return { data: Buffer.from(out.data), width, height, channels: 3 as const };
  });
}

const flat = (points: Point[]) => points.flatMap((p) => [p.x, p.y]);
