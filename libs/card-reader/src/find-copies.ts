import type { Box, Picture } from './picture';
import { type Mat, type Vision, freeing } from './vision';

const WIDTH = 256;
const LEAST_LIKE = 0.62;
const SMALLEST = 12;
const SCALES = Array.from({ length: 13 }, (_, i) => 0.28 * 1.08 ** i);

/** Where a smaller copy of a part of the picture stands, if anywhere. */
export function findCopies(cv: Vision, grey: Picture, part: Box): Box[] {
  return freeing((keep) => {
    const scale = WIDTH / grey.width;
    const source = keep(cv.matFromArray(grey.height, grey.width, cv.CV_8UC1, grey.data));
    const small = keep(new cv.Mat());
    cv.resize(source, small, new cv.Size(WIDTH, Math.round(grey.height * scale)), 0, 0, cv.INTER_AREA);
    // The middle of the part: its edges hold background that a copy may lack.
    const core = scaledBox(part, scale, 0.12);
    const template = keep(source.roi(new cv.Rect(...corners(scaledBox(part, 1, 0.12)))));
    cv.rectangle(
      small,
      new cv.Point(core.x, core.y),
      new cv.Point(core.x + core.width, core.y + core.height),
      new cv.Scalar(128),
      -1,
    );
    let best: { box: Box; like: number } | undefined;
    for (const by of SCALES) {
      const size = new cv.Size(Math.round(core.width * by), Math.round(core.height * by));
      if (size.width < SMALLEST || size.height < SMALLEST) continue;
      const shrunk = keep(new cv.Mat());
      cv.resize(template, shrunk, size, 0, 0, cv.INTER_AREA);
      const { like, x, y } = bestPlace(cv, small, shrunk, keep);
      if (like > (best?.like ?? LEAST_LIKE)) {
        const rim = (core.width * by * 0.12) / 0.76;
        const box = { x: x - rim, y: y - rim, width: size.width + 2 * rim, height: size.height + 2 * rim };
        best = { like, box: scaledBox(box, 1 / scale, 0) };
      }
    }
    return best ? [best.box] : [];
  });
}

function bestPlace(cv: Vision, picture: Mat, template: Mat, keep: <M extends { delete(): void }>(made: M) => M) {
  const likeness = keep(new cv.Mat());
  cv.matchTemplate(picture, template, likeness, cv.TM_CCOEFF_NORMED);
  let at = 0;
  const values = likeness.data32F;
  for (let i = 1; i < values.length; i++) if (values[i]! > values[at]!) at = i;
  return { like: values[at]!, x: at % likeness.cols, y: Math.floor(at / likeness.cols) };
}

/** The box in another scale, a share of each side cut off. */
function scaledBox(box: Box, by: number, cutOff: number): Box {
  return {
    x: Math.max(0, Math.round((box.x + box.width * cutOff) * by)),
    y: Math.max(0, Math.round((box.y + box.height * cutOff) * by)),
    width: Math.round(box.width * (1 - 2 * cutOff) * by),
    height: Math.round(box.height * (1 - 2 * cutOff) * by),
  };
}

const corners = ({ x, y, width, height }: Box) => [x, y, width, height] as const;
