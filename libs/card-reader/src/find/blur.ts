/** How a camera blurs: it moves while the shutter is open, or is out of focus. Lengths are in pixels. */
export type Blur =
  | { kind: 'motion'; length: number; radians: number }
  | { kind: 'disk'; radius: number }
  | { kind: 'gaussian'; sigma: number };

/** The transfer function of a blur at a frequency (cycles per pixel, y downwards). Below 0 the phase is reversed. */
export function transferOf(blur: Blur, x: number, y: number): number {
  if (blur.kind === 'motion') return sinc(blur.length * (x * Math.cos(blur.radians) + y * Math.sin(blur.radians)));
  if (blur.kind === 'disk') return diskTransfer(2 * Math.PI * blur.radius * Math.hypot(x, y));
  return Math.exp(-2 * (Math.PI * blur.sigma) ** 2 * (x * x + y * y));
}

function sinc(cycles: number): number {
  const angle = Math.PI * cycles;
  return Math.abs(angle) < 1e-6 ? 1 : Math.sin(angle) / angle;
}

/** Out of focus, every point of light becomes a disk. */
const diskTransfer = (angle: number) => (angle < 1e-6 ? 1 : (2 * bessel(1, angle)) / angle);

/** Bessel function of the first kind, by its integral. */
export function bessel(order: number, x: number): number {
  const steps = 32 + Math.ceil(x);
  let sum = 0;
  for (let at = 0; at < steps; at++) {
    const angle = (Math.PI * (at + 0.5)) / steps;
    sum += Math.cos(order * angle - x * Math.sin(angle));
  }
  return sum / steps;
}
