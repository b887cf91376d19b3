/** How a camera blurs: it moves while the shutter is open, or is out of focus. Lengths are in pixels. */
export type Blur =
  | { kind: 'motion'; length: number; radians: number }
  | { kind: 'disk'; radius: number }
  | { kind: 'bell'; deviation: number };

/** The share of a wave of this frequency (per pixel, y downwards) that a blur leaves. Below 0 it is inverted. */
export function remainder(blur: Blur, x: number, y: number): number {
  if (blur.kind === 'motion')
    return motionRemainder(blur.length * (x * Math.cos(blur.radians) + y * Math.sin(blur.radians)));
  if (blur.kind === 'disk') return diskRemainder(2 * Math.PI * blur.radius * Math.hypot(x, y));
  return Math.exp(-2 * (Math.PI * blur.deviation) ** 2 * (x * x + y * y));
}

/** Of a straight movement, by its length in waves. */
function motionRemainder(waves: number): number {
  const angle = Math.PI * waves;
  return Math.abs(angle) < 1e-6 ? 1 : Math.sin(angle) / angle;
}

/** Of a lens out of focus: every point of light becomes a disk. */
const diskRemainder = (angle: number) => (angle < 1e-6 ? 1 : (2 * bessel(1, angle)) / angle);

/** Bessel's function of the first kind, by its integral. */
export function bessel(order: number, x: number): number {
  const steps = 32 + Math.ceil(x);
  let sum = 0;
  for (let at = 0; at < steps; at++) {
    const angle = (Math.PI * (at + 0.5)) / steps;
    sum += Math.cos(order * angle - x * Math.sin(angle));
  }
  return sum / steps;
}
