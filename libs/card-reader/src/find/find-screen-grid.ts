import { TILE, type Tile, powerSpectra } from '../picture/fourier';
import { type NativePixels, nativePixels } from '../picture/native-pixels';
import type { Picture } from '../picture/picture';
import { projectInto } from './perspective';
import type { Quad } from './quads';
import { type Wave, isScreenGrid, wavesOnCard } from './screen-grid';
import { findPeaks } from './spectrum-peaks';

/** Shares of the card: the centres of the tiles. */
const COLUMNS = [0.12, 0.37, 0.63, 0.88];
const ROWS = [0.14, 0.38, 0.62, 0.86];
/** Of a larger picture only some rows are decoded: the tiles in them are taken. */
const DENSE_COLUMNS = [0.1, 0.26, 0.42, 0.58, 0.74, 0.9];
const DENSE_ROWS = Array.from({ length: 12 }, (_, row) => 0.08 + row * 0.076);
const MIN_TILES = 8;
/** A dark part of a screen does not show its grid. */
const MIN_BRIGHTNESS = 50;

/**
 * Whether the picture was taken of a screen: the pixels of the screen, or the moiré that they make with those of the
 * camera, repeat over the whole card. `corners` are those of the card, as shares of the picture.
 */
export async function findScreenGrid(image: Buffer, picture: Picture, corners: Quad): Promise<boolean> {
  const pixels = await nativePixels(image, picture, corners);
  const inPixels = corners.map((corner) => pixels.toNative(corner));
  const quad = inPixels.map(({ x, y }) => ({ x: x * pixels.width, y: y * pixels.height })) as Quad;
  const places = placesOf(pixels, quad);
  if (places.length < MIN_TILES) return false;
  const waves: Wave[][] = [];
  for (let at = 0; at < places.length; at += 2) {
    const pair = places.slice(at, at + 2);
    const spectra = powerSpectra(pair[0]!.tile, pair.at(-1)!.tile);
    pair.forEach((place, i) => waves.push(wavesOnCard(findPeaks(spectra[i]!), place, quad)));
  }
  return isScreenGrid(waves, quad);
}

type Place = { u: number; v: number; tile: Tile };

function placesOf(pixels: NativePixels, quad: Quad): Place[] {
  const project = projectInto(quad);
  const isWhole = pixels.part.height === pixels.height;
  const [rows, columns] = isWhole ? [ROWS, COLUMNS] : [DENSE_ROWS, DENSE_COLUMNS];
  return rows.flatMap((v) =>
    columns.flatMap((u): Place[] => {
      const { x, y } = project(u, v);
      const tile = tileAround(pixels, Math.round(x - pixels.left), Math.round(y - pixels.top));
      return tile ? [{ u, v, tile }] : [];
    }),
  );
}

/** The brightness of the pixels around a place; null where the picture ends or is dark. */
function tileAround({ part }: NativePixels, x: number, y: number): Tile | null {
  const [left, top] = [x - TILE / 2, y - TILE / 2];
  if (left < 0 || top < 0 || left + TILE > part.width || top + TILE > part.height) return null;
  const tile = new Float32Array(TILE * TILE);
  let sum = 0;
  for (let row = 0; row < TILE; row++) {
    const first = (top + row) * part.width + left;
    for (let column = 0; column < TILE; column++) {
      const brightness = brightnessAt(part, (first + column) * part.channels);
      tile[row * TILE + column] = brightness;
      sum += brightness;
    }
  }
  return sum < MIN_BRIGHTNESS * tile.length ? null : tile;
}

const brightnessAt = ({ data, channels }: Picture, at: number) =>
  channels === 1 ? data[at]! : 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
