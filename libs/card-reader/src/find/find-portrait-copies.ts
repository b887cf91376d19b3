import { type Mat, type OpenCv, withMats } from '../picture/opencv';
import type { Box, Picture } from '../picture/picture';

const WIDTH = 256;
const MIN_SIMILARITY = 0.62;
const MIN_SIZE = 12;
const SCALES = Array.from({ length: 13 }, (_, i) => 0.28 * 1.08 ** i);

/** Finds a smaller copy of the portrait, as many cards print one: template matching at several scales. */
export function findPortraitCopies(cv: OpenCv, grey: Picture, portrait: Box): Box[] {
  return withMats((track) => {
    const scale = WIDTH / grey.width;
    const source = track(cv.matFromArray(grey.height, grey.width, cv.CV_8UC1, grey.data));
    const small = track(new cv.Mat());
    cv.resize(source, small, new cv.Size(WIDTH, Math.round(grey.height * scale)), 0, 0, cv.INTER_AREA);
    // Match the centre alone: the edges show background that the copy may lack.
    const core = scaleBox(portrait, scale, 0.12);
    const template = track(source.roi(new cv.Rect(...corners(scaleBox(portrait, 1, 0.12)))));
    cv.rectangle(
      small,
      new cv.Point(core.x, core.y),
      new cv.Point(core.x + core.width, core.y + core.height),
      new cv.Scalar(128),
      -1,
    );
    let best: { box: Box; similarity: number } | undefined;
    for (const factor of SCALES) {
      const size = new cv.Size(Math.round(core.width * factor), Math.round(core.height * factor));
      if (size.width < MIN_SIZE || size.height < MIN_SIZE) continue;
      const shrunk = track(new cv.Mat());
      cv.resize(template, shrunk, size, 0, 0, cv.INTER_AREA);
      const { similarity, x, y } = bestMatch(cv, small, shrunk, track);
      if (similarity > (best?.similarity ?? MIN_SIMILARITY)) {
        const margin = (core.width * factor * 0.12) / 0.76;
        const box = { x: x - margin, y: y - margin, width: size.width + 2 * margin, height: size.height + 2 * margin };
        best = { similarity, box: scaleBox(box, 1 / scale, 0) };
      }
    }
    return best ? [best.box] : [];
  });
}

function bestMatch(cv: OpenCv, picture: Mat, template: Mat, track: <M extends { delete(): void }>(object: M) => M) {
  const similarities = track(new cv.Mat());
  cv.matchTemplate(picture, template, similarities, cv.TM_CCOEFF_NORMED);
  let at = 0;
  const values = similarities.data32F;
  for (let i = 1; i < values.length; i++) if (values[i]! > values[at]!) at = i;
  return { similarity: values[at]!, x: at % similarities.cols, y: Math.floor(at / similarities.cols) };
}

/** Scales a box and cuts off a share on every side. */
function scaleBox(box: Box, factor: number, cutOff: number): Box {
  return {
    x: Math.max(0, Math.round((box.x + box.width * cutOff) * factor)),
    y: Math.max(0, Math.round((box.y + box.height * cutOff) * factor)),
    width: Math.round(box.width * (1 - 2 * cutOff) * factor),
    height: Math.round(box.height * (1 - 2 * cutOff) * factor),
  };
}

const corners = ({ x, y, width, height }: Box) => [x, y, width, height] as const;
