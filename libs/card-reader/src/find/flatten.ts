import { type OpenCv, withMats } from '../picture/opencv';
import { type Picture, type Point, resize, rotate } from '../picture/picture';
import { type Quad, distance, aspectRatio, sideLengths } from './quads';

const WIDTH = 1280;
const CARD_HEIGHT = 807; // ID-1: 85.60 x 53.98 mm
const PASSPORT_HEIGHT = 901; // ID-3: 125 x 88 mm

/** The card alone as seen from straight above, its long sides horizontal. It may be upside down. */
export async function flattenCard(cv: OpenCv, picture: Picture, outline: Quad | null): Promise<Picture> {
  if (!outline) return makeLandscape(picture);
  const height = aspectRatio(outline) < 1.48 ? PASSPORT_HEIGHT : CARD_HEIGHT;
  return warpPerspective(cv, picture, landscapeCorners(picture, outline), WIDTH, height);
}

/** The corners in the picture that become those of the flat card, its top left one first. */
export function landscapeCorners({ width, height }: Picture, outline: Quad | null): Quad {
  if (!outline) {
    const whole: Quad = [{ x: 0, y: 0 }, { x: width, y: 0 }, { x: width, y: height }, { x: 0, y: height }]; // prettier-ignore
    return height > width ? startingAt(whole, 3) : whole;
  }
  const [top, right, bottom, left] = sideLengths(outline) as [number, number, number, number];
  return top + bottom >= left + right ? outline : startingAt(outline, 1);
}

const startingAt = (corners: Quad, first: number) => corners.map((_, i) => corners[(first + i) % 4]!) as Quad;

async function makeLandscape(picture: Picture): Promise<Picture> {
  const landscape = picture.height > picture.width ? await rotate(picture, 90) : picture;
  const height = Math.round((landscape.height / landscape.width) * WIDTH);
  return resize(landscape, WIDTH, height);
}

function warpPerspective(cv: OpenCv, picture: Picture, corners: Quad, width: number, height: number): Picture {
  return withMats((track) => {
    const source = track(cv.matFromArray(picture.height, picture.width, cv.CV_8UC3, picture.data));
    const from = track(cv.matFromArray(4, 1, cv.CV_32FC2, toCoordinates(corners)));
    const to = track(cv.matFromArray(4, 1, cv.CV_32FC2, [0, 0, width, 0, width, height, 0, height]));
    const transform = track(cv.getPerspectiveTransform(from, to));
    const out = track(new cv.Mat());
    const isReduced = distance(corners[0], corners[1]) > width * 1.4;
    const interpolation = isReduced ? cv.INTER_AREA : cv.INTER_CUBIC;
    cv.warpPerspective(
      source,
      out,
      transform,
      new cv.Size(width, height),
      interpolation,
      cv.BORDER_REPLICATE,
      new cv.Scalar(),
    );
    return { data: Buffer.from(out.data), width, height, channels: 3 as const };
  });
}

const toCoordinates = (points: Point[]) => points.flatMap((p) => [p.x, p.y]);
