import type { Style } from './elements';
import type { Random } from './random';

type Size = { width: number; height: number };

/** A gradient of two colours with the fine lines of a security print. */
export function backgroundSvg(
  { width, height }: Size,
  { background: [from, to], lines }: Style,
  random: Random,
): string {
  const waves = Array.from({ length: 12 }, (_, row) => wave(width, ((row + 0.5) * height) / 12, random));
  const roses = Array.from({ length: 3 }, () =>
    rosette(random.between(0.1, 0.9) * width, random.between(0.2, 0.8) * height, random),
  );
  const paths = [...waves, ...roses].map((path) => `<path d="${path}"/>`).join('');
  const stops = `<stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/>`;
  const gradient = `<linearGradient id="g" x1="0" y1="0" x2="1" y2="1">${stops}</linearGradient>`;
  return [
    `<defs>${gradient}</defs><rect width="${width}" height="${height}" fill="url(#g)"/>`,
    `<g fill="none" stroke="${lines}" stroke-width="1.3" stroke-opacity="0.55">${paths}</g>`,
  ].join('');
}

function wave(width: number, y: number, random: Random): string {
  const [height, length, phase] = [random.between(8, 26), random.between(70, 170), random.between(0, 7)];
  const points = Array.from({ length: Math.ceil(width / 12) + 1 }, (_, at) => {
    const x = at * 12;
    return `${x} ${(y + height * Math.sin(x / length + phase)).toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}

function rosette(x: number, y: number, random: Random): string {
  const [outer, inner, petals] = [random.between(50, 110), random.between(20, 60), random.integer(7, 13)];
  const points = Array.from({ length: 241 }, (_, at) => {
    const turn = (at / 240) * 2 * Math.PI;
    const radius = outer + inner * Math.sin(petals * turn);
    return `${(x + radius * Math.cos(turn)).toFixed(1)} ${(y + radius * Math.sin(turn)).toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
}
