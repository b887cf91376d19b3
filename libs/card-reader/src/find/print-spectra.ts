import { SPECTRUM_WIDTH, TILE, type Spectrum, type Tile, powerSpectra, signed } from '../picture/fourier';
import type { Picture } from '../picture/picture';

/** The share of the tiles that is taken, by their print: an empty tile shows no blur. */
const PRINT_SHARE = 0.7;
/** Cycles per tile: lower frequencies are the layout of the card. */
const MIN_PRINT_CYCLES = 6;

/** A set of frequencies, in cycles per pixel. */
type Band = (x: number, y: number) => boolean;

/** The power spectra of the tiles of a grey picture that have the most print. */
export function printSpectra(grey: Picture): Spectrum[] {
  const tiles = tilesOf(grey);
  const print = indicesOf(between(MIN_PRINT_CYCLES / TILE, 1));
  const spectra: { spectrum: Spectrum; power: number }[] = [];
  for (let at = 0; at + 1 < tiles.length; at += 2)
    for (const spectrum of powerSpectra(tiles[at]!, tiles[at + 1]!))
      spectra.push({ spectrum, power: meanPower(spectrum, print) });
  spectra.sort((a, b) => b.power - a.power);
  return spectra.slice(0, Math.ceil(spectra.length * PRINT_SHARE)).map(({ spectrum }) => spectrum);
}

/** The power of one band relative to another one: the median of the tiles. */
export function powerRatio(spectra: Spectrum[], band: Band, other: Band): number {
  const [ones, others] = [indicesOf(band), indicesOf(other)];
  const ratios = spectra.map((spectrum) => meanPower(spectrum, ones) / meanPower(spectrum, others));
  return ratios.sort((a, b) => a - b)[ratios.length >> 1]!;
}

/** The frequencies in this range, in any direction. */
export const between =
  (min: number, max: number): Band =>
  (x, y) => {
    const frequency = Math.hypot(x, y);
    return frequency > min && frequency < max;
  };

function indicesOf(band: Band): number[] {
  const indices: number[] = [];
  for (let row = 0; row < TILE; row++)
    for (let column = 0; column < SPECTRUM_WIDTH; column++)
      if (band(column / TILE, signed(row) / TILE)) indices.push(row * SPECTRUM_WIDTH + column);
  return indices;
}

const meanPower = (spectrum: Spectrum, indices: number[]) =>
  indices.reduce((sum, at) => sum + spectrum[at]!, 0) / indices.length;

function tilesOf({ data, width, height }: Picture): Tile[] {
  const tiles: Tile[] = [];
  for (let top = 0; top + TILE <= height; top += TILE)
    for (let left = 0; left + TILE <= width; left += TILE) {
      const tile = new Float32Array(TILE * TILE);
      for (let row = 0; row < TILE; row++)
        tile.set(data.subarray((top + row) * width + left, (top + row) * width + left + TILE), row * TILE);
      tiles.push(tile);
    }
  return tiles;
}
