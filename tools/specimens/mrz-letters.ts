/**
 * The characters of the MRZ as strokes with round ends, in the proportions of OCR-B (ISO 1073-2). Each has 10 by 14
 * units; `mrzSvg` decides on the width of the strokes.
 */
const strokes: Record<string, string> = {
  '0': 'M5 0C1.6 0 .8 3.2 .8 7S1.6 14 5 14 9.2 10.8 9.2 7 8.4 0 5 0Z',
  '1': 'M1.8 3L5.6 0V14',
  '2': 'M1 3.2C1.4 1.2 2.9 0 5 0C7.4 0 9 1.5 9 3.7C9 6.6 1.2 10.4 .9 14H9.2',
  '3': 'M1.2 0H8.8L4.9 5.4C7.5 5.4 9.2 7.1 9.2 9.6C9.2 12.2 7.4 14 4.8 14C2.8 14 1.4 13.2 .8 11.7',
  '4': 'M5.6 0L.8 9.9H9.4M6.9 6V14',
  '5': 'M8.6 0H2V5.5C2.9 5.1 3.9 4.9 4.9 4.9C7.5 4.9 9.2 6.8 9.2 9.4C9.2 12.2 7.4 14 4.7 14C2.8 14 1.5 13.3 .8 12',
  '6': 'M6.6 0C3.5 3.1 .9 5.9 .9 9.6C.9 12.3 2.6 14 5 14S9.1 12.3 9.1 9.8 7.5 5.7 5.2 5.7C3.2 5.7 1.7 6.7 1 8.6',
  '7': 'M1 0H9C6 4.5 4.5 9 4.3 14',
  '8': 'M5 6.4C3 6.4 1.7 5.1 1.7 3.2S3 0 5 0 8.3 1.3 8.3 3.2 7 6.4 5 6.4C2.4 6.4 .9 8 .9 10.2S2.5 14 5 14 9.1 12.4 9.1 10.2 7.6 6.4 5 6.4Z',
  '9': 'M3.4 14C6.5 10.9 9.1 8.1 9.1 4.4C9.1 1.7 7.4 0 5 0S.9 1.7 .9 4.2 2.5 8.3 4.8 8.3C6.8 8.3 8.3 7.3 9 5.4',
  A: 'M.6 14L5 0L9.4 14M2.2 9.2H7.8',
  B: 'M1.6 0V14H5.4C7.8 14 9.1 12.6 9.1 10.4S7.8 6.7 5.4 6.7H1.6M5 6.7C7.1 6.7 8.3 5.4 8.3 3.4S7.1 0 5 0H1.6',
  C: 'M9 2.2C8.2 .8 7 0 5.5 0C2.6 0 .9 2.6 .9 7S2.6 14 5.5 14C7 14 8.2 13.2 9 11.8',
  D: 'M1.4 0V14H4.2C7.4 14 9.2 11.4 9.2 7S7.4 0 4.2 0Z',
  E: 'M8.8 0H1.7V14H9M1.7 6.7H7.6',
  F: 'M9 0H1.8V14M1.8 6.8H7.6',
  G: 'M9 2.2C8.2 .8 7 0 5.5 0C2.6 0 .9 2.6 .9 7S2.6 14 5.3 14C6.9 14 8.3 13.3 9.1 12.2V7.6H5.6',
  H: 'M1.2 0V14M8.8 0V14M1.2 6.8H8.8',
  I: 'M5 0V14M2 0H8M2 14H8',
  J: 'M2.4 0H7.8V9.8C7.8 12.6 6.6 14 4.4 14C2.8 14 1.7 13.2 1.1 11.6',
  K: 'M1.5 0V14M8.8 0L1.5 8.2M3.8 5.8L9.2 14',
  L: 'M1.8 0V14H9',
  M: 'M.9 14V0L5 7.6L9.1 0V14',
  N: 'M1.2 14V0L8.8 14V0',
  O: 'M5 0C2.2 0 .6 2.4 .6 7S2.2 14 5 14 9.4 11.6 9.4 7 7.8 0 5 0Z',
  P: 'M1.6 14V0H5C7.6 0 9 1.6 9 4S7.6 8.1 5 8.1H1.6',
  Q: 'M5 0C2.2 0 .6 2.4 .6 7S2.2 14 5 14 9.4 11.6 9.4 7 7.8 0 5 0ZM5.8 9.8L9.6 14.4',
  R: 'M1.5 14V0H5C7.4 0 8.8 1.5 8.8 3.8S7.4 7.6 5 7.6H1.5M5.2 7.6L9.2 14',
  S: 'M8.7 1.9C8 .7 6.8 0 5.1 0C2.8 0 1.2 1.3 1.2 3.4C1.2 8 9.1 5.8 9.1 10.5C9.1 12.7 7.4 14 5 14C3 14 1.6 13.2 .8 11.8',
  T: 'M.8 0H9.2M5 0V14',
  U: 'M1.2 0V9.2C1.2 12.4 2.6 14 5 14S8.8 12.4 8.8 9.2V0',
  V: 'M.7 0L5 14L9.3 0',
  W: 'M.7 0L2.3 14L5 5L7.7 14L9.3 0',
  X: 'M.9 0L9.1 14M9.1 0L.9 14',
  Y: 'M.7 0L5 7V14M9.3 0L5 7',
  Z: 'M1 0H9L.9 14H9.2',
  '<': 'M8.8 2L1.2 7L8.8 12',
};

/** The lines as SVG. `pitch` is the distance of two characters, `leading` of two lines. */
export function mrzSvg(lines: string[], at: { x: number; y: number; pitch: number; leading: number }): string {
  const scale = at.pitch / 15.3;
  const letters = lines.flatMap((line, row) =>
    [...line].map((letter, column) => {
      const [x, y] = [at.x + column * at.pitch, at.y + row * at.leading];
      const transform = `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(4)})`;
      return `<path transform="${transform}" d="${strokes[letter]}"/>`;
    }),
  );
  const pen = 'fill="none" stroke="#111" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"';
  return `<g ${pen}>${letters.join('')}</g>`;
}
