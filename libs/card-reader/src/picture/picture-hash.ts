import { type Box, type Picture, toSharp } from './picture';

const SIZE = 160;
/**
 * The frequencies that are compared, in half waves per side: coarser ones are the same on all cards of a layout and on
 * two photographs of a card, finer ones are lost when a picture is sent in small.
 */
const [MIN_FREQUENCY, MAX_FREQUENCY] = [20, 44];
const BITS = 256;

const waves = Array.from({ length: MAX_FREQUENCY }, (_, frequency) =>
  Float64Array.from({ length: SIZE }, (_place, at) => Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * SIZE))),
);
const chosen = chooseFrequencies();

/**
 * 256 bits of a part of a picture, as hexadecimal digits. Few of them differ in a copy that was compressed, scaled or
 * made brighter, many in a photograph from another place.
 */
export async function hashPicture(picture: Picture, box: Box): Promise<string> {
  const left = Math.max(0, Math.round(box.x));
  const top = Math.max(0, Math.round(box.y));
  const width = Math.max(1, Math.min(picture.width, Math.round(box.x + box.width)) - left);
  const height = Math.max(1, Math.min(picture.height, Math.round(box.y + box.height)) - top);
  const part = toSharp(picture).extract({ left, top, width, height }).resize(SIZE, SIZE, { fit: 'fill' });
  const grey = await part.greyscale().toColourspace('b-w').raw().toBuffer();
  const rows = waves.map((wave) => Float64Array.from({ length: SIZE }, (_, row) => rowSum(grey, row, wave)));
  const bits = chosen.map(({ x, y }) => (product(rows[x]!, waves[y]!) > 0 ? 1 : 0));
  const digits = Array.from({ length: BITS / 4 }, (_, at) => parseInt(bits.slice(4 * at, 4 * at + 4).join(''), 2));
  return digits.map((digit) => digit.toString(16)).join('');
}

function rowSum(grey: Buffer, row: number, wave: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < SIZE; at++) sum += grey[row * SIZE + at]! * wave[at]!;
  return sum;
}

function product(values: Float64Array, wave: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < SIZE; at++) sum += values[at]! * wave[at]!;
  return sum;
}

/** As many as there are bits, evenly from all; every sixteenth of them follows the one before in the hash. */
function chooseFrequencies(): { x: number; y: number }[] {
  const all = waves.flatMap((_wave, y) => waves.map((_other, x) => ({ x, y })));
  const fine = all.filter(({ x, y }) => x > 0 && y > 0 && Math.hypot(x, y) >= MIN_FREQUENCY);
  const inside = fine.filter(({ x, y }) => Math.hypot(x, y) < MAX_FREQUENCY);
  const evenly = Array.from({ length: BITS }, (_, at) => inside[Math.floor((at * inside.length) / BITS)]!);
  return evenly.map((_, at) => evenly[(at % 16) * 16 + Math.floor(at / 16)]!);
}
