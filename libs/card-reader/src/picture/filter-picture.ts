import { TILE, signed, transform } from './fourier';
import { type OpenCv, withMats } from './opencv';
import type { Picture } from './picture';

/** The frequency response of a filter (cycles per pixel, y downwards). It is real and symmetric: no phase shift. */
export type Response = (x: number, y: number) => number;

export function filterPicture(cv: OpenCv, picture: Picture, response: Response): Picture {
  return withMats((track) => {
    const type = picture.channels === 1 ? cv.CV_8UC1 : cv.CV_8UC3;
    const source = track(cv.matFromArray(picture.height, picture.width, type, picture.data));
    const kernel = track(cv.matFromArray(TILE - 1, TILE - 1, cv.CV_32FC1, kernelOf(response)));
    const out = track(new cv.Mat());
    cv.filter2D(source, out, -1, kernel, new cv.Point(-1, -1), 0, cv.BORDER_REFLECT_101);
    return { ...picture, data: Buffer.from(out.data) };
  });
}

/** The convolution kernel, TILE - 1 rows. */
function kernelOf(response: Response): number[] {
  const [real, imaginary] = [new Float64Array(TILE * TILE), new Float64Array(TILE * TILE)];
  for (let row = 0; row < TILE; row++)
    for (let column = 0; column < TILE; column++)
      real[row * TILE + column] = response(signed(column) / TILE, signed(row) / TILE);
  // The response is symmetric: the transform is its own inverse, except for the scale.
  transform(real, imaginary);
  const weights: number[] = [];
  for (let y = 1 - TILE / 2; y < TILE / 2; y++)
    for (let x = 1 - TILE / 2; x < TILE / 2; x++)
      weights.push(real[((y + TILE) % TILE) * TILE + ((x + TILE) % TILE)]! / TILE ** 2);
  return weights;
}
