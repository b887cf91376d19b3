import { powerSpectra, SPECTRUM_WIDTH, TILE, type Spectrum, type Tile } from './fourier';

/** A wave of this many cycles per tile. */
const wave = (x: number, y: number): Tile =>
  Float32Array.from({ length: TILE * TILE }, (_, at) => {
    const [column, row] = [at % TILE, Math.floor(at / TILE)];
    return 100 + 10 * Math.cos((2 * Math.PI * (x * column + y * row)) / TILE);
  });

function strongest(spectrum: Spectrum): [number, number] {
  const at = spectrum.indexOf(Math.max(...spectrum));
  const row = Math.floor(at / SPECTRUM_WIDTH);
  return [at % SPECTRUM_WIDTH, row > TILE / 2 ? row - TILE : row];
}

it('finds the wave of each of two tiles at its frequency, and nothing in an even one', () => {
  const [one, other] = powerSpectra(wave(30, -12), wave(5, 41));
  expect([strongest(one), strongest(other)]).toEqual([
    [30, -12],
    [5, 41],
  ]);
  // The wave of a tile must not leak into the other one.
  expect(other[30 + ((TILE - 12) % TILE) * SPECTRUM_WIDTH]!).toBeLessThan(Math.max(...one) / 1e9);
  const [even] = powerSpectra(new Float32Array(TILE * TILE).fill(80), wave(5, 41));
  expect(Math.max(...even)).toBeLessThan(1e-3);
});
