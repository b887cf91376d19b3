import type { Picture } from './picture';

/** A band is darker than this share of the card's usual brightness, and at least this high, in pixels. */
const [DARK, MIN_HEIGHT] = [0.6, 20];
/** Letters differ from their band by this share of the usual brightness, and their strokes are no wider, in pixels. */
const [CONTRAST, MAX_STROKE] = [0.3, 40];
/** Of a band, letters cover at least this share; a shadow or a picture has more that is light, or dark letters. */
const [MIN_LETTERS, MAX_LIGHT] = [0.01, 0.3];
const MIN_RATIO_TO_DARK = 3;

/** The grey picture with its dark bands inverted, if light letters stand on them, as in the header of many cards. */
export function invertDarkBands(grey: Picture): Picture {
  const medians = Array.from({ length: grey.height }, (_, y) => medianOf(rowOf(grey, y)));
  const usual = medianOf(medians);
  const bands = darkBands(medians, usual * DARK).filter((band) => hasLightLetters(grey, medians, band, usual));
  if (bands.length === 0) return grey;
  const data = Buffer.from(grey.data);
  for (const { from, to } of bands) for (let i = from * grey.width; i < to * grey.width; i++) data[i] = 255 - data[i]!;
  return { ...grey, data };
}

interface Band {
  from: number;
  to: number;
}

const rowOf = ({ data, width }: Picture, y: number) => data.subarray(y * width, (y + 1) * width);

/** By counting: a card has hundreds of rows with a thousand pixels each. */
function medianOf(values: ArrayLike<number>): number {
  const counts = new Uint32Array(256);
  for (let i = 0; i < values.length; i++) counts[values[i]!]!++;
  let median = 0;
  for (let below = counts[0]!; below <= values.length >> 1 && median < 255; below += counts[median]!) median++;
  return median;
}

function darkBands(medians: number[], limit: number): Band[] {
  const bands: Band[] = [];
  for (let from = 0; from < medians.length; from++) {
    if (medians[from]! >= limit) continue;
    let to = from;
    while (to < medians.length && medians[to]! < limit) to++;
    if (to - from >= MIN_HEIGHT) bands.push({ from, to });
    from = to;
  }
  return bands;
}

function hasLightLetters(grey: Picture, medians: number[], { from, to }: Band, usual: number): boolean {
  const contrast = usual * CONTRAST;
  let [letters, light, dark] = [0, 0, 0];
  for (let y = from; y < to; y++) {
    const row = rowOf(grey, y);
    let run = 0;
    for (let x = 0; x <= row.length; x++) {
      if (x < row.length && row[x]! < medians[y]! - contrast) dark++;
      if (x < row.length && row[x]! > medians[y]! + contrast) run++;
      else {
        light += run;
        if (run <= MAX_STROKE) letters += run;
        run = 0;
      }
    }
  }
  const area = (to - from) * grey.width;
  return letters > area * MIN_LETTERS && light < area * MAX_LIGHT && letters > dark * MIN_RATIO_TO_DARK;
}
