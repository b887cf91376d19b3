import { type OpenCv, withMats } from './opencv';
import { type Picture } from './picture';

/** In pixels: wider than the strokes of the largest letters, narrower than shadows and reflections. */
const PAPER_KERNEL = 41;
/** The fine lines of the background are lighter than this share of the paper; letters are darker. */
const WHITE_FROM = 0.95;

/** Divides the grey picture by the brightness of its paper. Removes shadows and reflections: dark letters on white. */
export function normalizeLight(cv: OpenCv, grey: Picture): Picture {
  return withMats((track) => {
    const source = track(cv.matFromArray(grey.height, grey.width, cv.CV_8UC1, grey.data));
    const small = track(new cv.Mat());
    cv.resize(source, small, new cv.Size(grey.width >> 1, grey.height >> 1), 0, 0, cv.INTER_AREA);
    const paper = track(new cv.Mat());
    const kernel = track(cv.getStructuringElement(cv.MORPH_RECT, new cv.Size(PAPER_KERNEL >> 1, PAPER_KERNEL >> 1)));
    cv.morphologyEx(small, paper, cv.MORPH_CLOSE, kernel);
    cv.blur(paper, paper, new cv.Size(PAPER_KERNEL >> 1, PAPER_KERNEL >> 1));
    cv.resize(paper, paper, new cv.Size(grey.width, grey.height), 0, 0, cv.INTER_LINEAR);
    const normalized = track(new cv.Mat());
    cv.divide(source, paper, normalized, 255 / WHITE_FROM);
    return { data: Buffer.from(normalized.data), width: grey.width, height: grey.height, channels: 1 as const };
  });
}
