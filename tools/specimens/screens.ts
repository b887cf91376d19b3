import type { Picture } from './draw-side';
import { meanShine, randomPanel, shine, type Panel } from './panels';
import type { Random } from './random';
import type { Quad } from './truth';
import { unprojection } from './warp';

type Size = { width: number; height: number };
type Shot = { shown: Picture; panel: Panel; quad: Quad; frame: Size; random: Random };

/** Linear light of each value of a picture, and back. */
const gamma = 2.2;
const lights = Float32Array.from({ length: 256 }, (_, value) => (value / 255) ** gamma);
/** The colours that the pixels of a sensor see: two rows of two. */
const bayer = [0, 1, 1, 2];
/** The lens throws the light of this many pixels of the sensor on one. */
const lensWidth = 2.2;
/** A coarser grid would show moiré of its own. */
const samplesPerSide = 7;

/**
 * Takes a picture of a screen that shows `shown`, its corners at `quad` of the frame. Each pixel of the sensor sees the
 * light of the subpixels around its place in one colour: moiré arises from nothing else.
 */
export function photographScreen(shown: Picture, quad: Quad, frame: Size, random: Random): Picture {
  const shot = { shown, panel: randomPanel(random), quad, frame, random };
  return interpolateColours(exposeSensor(shot), shot);
}

function exposeSensor({ shown, panel, quad, frame, random }: Shot): Float32Array {
  const [a, b, c, d, e, f, g, h, i] = unprojection(quad);
  const samples = samplesOf(random.between(0.35, 0.6));
  const sensor = new Float32Array(frame.width * frame.height);
  // A hundred million iterations: allocate nothing inside.
  for (let row = 0; row < frame.height; row++)
    for (let column = 0; column < frame.width; column++) {
      const channel = colourAt(row, column);
      let light = 0;
      for (let at = 0; at < samples.length; at += 3) {
        const x = column + samples[at]!;
        const y = row + samples[at + 1]!;
        const depth = g * x + h * y + i;
        const u = ((a * x + b * y + c) / depth) * shown.width;
        const v = ((d * x + e * y + f) / depth) * shown.height;
        light += samples[at + 2]! * lightAt(u, v, channel, shown, panel);
      }
      sensor[row * frame.width + column] = light;
    }
  return sensor;
}

const colourAt = (row: number, column: number) => bayer[(row % 2) * 2 + (column % 2)]!;

function lightAt(x: number, y: number, channel: number, shown: Picture, panel: Panel): number {
  if (x < 0 || y < 0 || x >= shown.width || y >= shown.height) return 0;
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const share = shine(x - column, y - row, channel, (column + row) % 2 === 0, panel);
  return share === 0 ? 0 : share * lights[shown.data[(row * shown.width + column) * 3 + channel]!]!;
}

/** Offsets and weight of each sample. The blur of the lens is a bell of this deviation in pixels. */
function samplesOf(blur: number): Float64Array {
  const steps = Array.from({ length: samplesPerSide }, (_, at) => lensWidth * ((at + 0.5) / samplesPerSide - 0.5));
  const bell = (step: number) => Math.exp(-((step / blur) ** 2) / 2);
  const total = steps.reduce((sum, step) => sum + bell(step), 0) ** 2;
  return Float64Array.from(steps.flatMap((y) => steps.flatMap((x) => [x + 0.5, y + 0.5, (bell(x) * bell(y)) / total])));
}

/** Exposes so that the white of the screen is bright, fills in the colours that a pixel has not seen, adds noise. */
function interpolateColours(sensor: Float32Array, { panel, frame: { width, height }, random }: Shot): Picture {
  const data = Buffer.alloc(width * height * 3);
  const gains = [0, 1, 2].map((channel) => 0.8 / meanShine(channel, panel));
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      for (let channel = 0; channel < 3; channel++) {
        const light = gains[channel]! * meanAround(sensor, { width, height }, row, column, channel);
        const noise = (random.next() + random.next() - 1) * 6;
        const value = 255 * light ** (1 / gamma) + noise;
        data[(row * width + column) * 3 + channel] = Math.min(255, Math.max(0, value));
      }
  return { data, width, height };
}

/** What the nearest pixels of a colour have seen. */
function meanAround(sensor: Float32Array, { width, height }: Size, row: number, column: number, channel: number) {
  if (colourAt(row, column) === channel) return sensor[row * width + column]!;
  let [sum, count] = [0, 0];
  for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y++)
    for (let x = Math.max(0, column - 1); x <= Math.min(width - 1, column + 1); x++)
      if (colourAt(y, x) === channel) {
        sum += sensor[y * width + x]!;
        count++;
      }
  return sum / count;
}
