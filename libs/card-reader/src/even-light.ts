import { type Picture } from './picture';
import { type Vision, freeing } from './vision';

/** Wider than the strokes of the largest letters, narrower than shadows and reflections. */
const PAPER = 41;
/** Fine lines of the background are lighter than this share of the paper; letters are darker. */
const WHITE_FROM = 0.95;

/** Grey, with shadows, low light and reflections divided out: dark letters upon white. */
export function evenLight(cv: Vision, grey: Picture): Picture {
  return freeing((keep) => {
    const source = keep(cv.matFromArray(grey.height, grey.width, cv.CV_8UC1, grey.data));
    const small = keep(new cv.Mat());
    cv.resize(source, small, new cv.Size(grey.width >> 1, grey.height >> 1), 0, 0, cv.INTER_AREA);
    const paper = keep(new cv.Mat());
    const kernel = keep(cv.getStructuringElement(cv.MORPH_RECT, new cv.Size(PAPER >> 1, PAPER >> 1)));
    cv.morphologyEx(small, paper, cv.MORPH_CLOSE, kernel);
    cv.blur(paper, paper, new cv.Size(PAPER >> 1, PAPER >> 1));
    cv.resize(paper, paper, new cv.Size(grey.width, grey.height), 0, 0, cv.INTER_LINEAR);
    const even = keep(new cv.Mat());
    cv.divide(source, paper, even, 255 / WHITE_FROM);
    return { data: Buffer.from(even.data), width: grey.width, height: grey.height, channels: 1 as const };
  });
}
