import { type Picture, resize } from './picture';

const WIDTH = 160;
/** The share of the most colourful pixels that is left out: noise of a camera and of compression. */
const NOISE_SHARE = 0.02;
/** The difference between the channels of a pixel, as a share of the brightest pixels. */
const MAX_CHROMA = 0.03;

/** Whether a picture has no colours, but for an even tint of the light that it was taken in. */
export async function isBlackAndWhite(color: Picture): Promise<boolean> {
  const { data } = await resize(color, WIDTH, Math.round((WIDTH * color.height) / color.width));
  const means = [0, 1, 2].map((channel) => meanOf(data, channel));
  const grey = (means[0]! + means[1]! + means[2]!) / 3;
  const gains = means.map((mean) => grey / Math.max(1, mean));
  const chroma: number[] = [];
  const light: number[] = [];
  for (let i = 0; i < data.length; i += 3) {
    const [r, g, b] = [data[i]! * gains[0]!, data[i + 1]! * gains[1]!, data[i + 2]! * gains[2]!];
    chroma.push(Math.max(r, g, b) - Math.min(r, g, b));
    light.push(Math.max(r, g, b));
  }
  return atShare(chroma, 1 - NOISE_SHARE) < MAX_CHROMA * Math.max(1, atShare(light, 1 - NOISE_SHARE));
}

function meanOf(data: Buffer, channel: number): number {
  let sum = 0;
  for (let i = channel; i < data.length; i += 3) sum += data[i]!;
  return (3 * sum) / data.length;
}

const atShare = (values: number[], share: number) =>
  Float64Array.from(values).sort()[Math.floor(values.length * share)]!;
