import type { Random } from './random';

/** A pixel of a screen: where its stripes of red, green and blue are, or the dots of a diamond pattern. */
export type Panel = { centres: number[]; width: number; height: number; isDiamond: boolean };

const [red, green] = [0, 1];
/** The width of the edge of a dot: glass spreads the light. */
const softness = 0.16;
const steps = Array.from({ length: 40 }, (_, at) => (at + 0.5) / 40);

export function randomPanel(random: Random): Panel {
  const centres = random.pick([
    [1 / 6, 1 / 2, 5 / 6],
    [5 / 6, 1 / 2, 1 / 6],
  ]);
  return {
    centres,
    width: random.between(0.7, 0.9),
    height: random.between(0.75, 0.92),
    isDiamond: random.chance(0.3),
  };
}

/** How strongly a place in a pixel shines in a colour, 0 to 1. `isEven` tells the pixels of a chequerboard apart. */
export function shine(x: number, y: number, channel: number, isEven: boolean, panel: Panel): number {
  if (!panel.isDiamond) {
    const across = inside(Math.abs(x - panel.centres[channel]!), panel.width / 6);
    return across === 0 ? 0 : across * inside(Math.abs(y - 0.5), panel.height / 2);
  }
  // As on many phones: a green dot in each pixel, a red and a blue one in turn.
  if (channel === green) return inside(Math.abs(x - 0.3) + Math.abs(y - 0.3), 0.24);
  return (channel === red) === isEven ? inside(Math.abs(x - 0.7) + Math.abs(y - 0.7), 0.28) : 0;
}

const inside = (distance: number, half: number) => Math.min(1, Math.max(0, (half - distance) / softness + 0.5));

/** The mean light of a white area in a colour. */
export function meanShine(channel: number, panel: Panel): number {
  const all = steps.flatMap((y) =>
    steps.map((x) => [true, false].map((isEven) => shine(x, y, channel, isEven, panel))),
  );
  return all.flat().reduce((sum, one) => sum + one, 0) / all.flat().length;
}
