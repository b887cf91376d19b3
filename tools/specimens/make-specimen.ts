import { conditions, type Taken } from './conditions';
import { drawSide } from './draw-side';
import type { Side } from './elements';
import type { Layout } from './layout';
import { drawPerson, drawValidity } from './persons';
import { portraitCount } from './portraits';
import { randomOf } from './random';
import type { Specimen } from './truth';

export type Made = { specimen: Specimen; front: Taken; back: Taken };

/** One person's card of a layout, photographed under a condition. The same seed and names give the same bytes. */
export async function makeSpecimen(seed: number, layout: Layout, condition: string, copy = 0): Promise<Made> {
  const take = conditions[condition];
  if (!take) throw new Error(`There is no condition ${condition}; there are ${Object.keys(conditions).join(', ')}`);
  const id = `${layout.id}-${copy}-${condition}`;
  const random = randomOf(seed, id);
  const person = drawPerson(random, layout.language);
  const validity = drawValidity(random, layout.years);
  const portraitOf = random.integer(0, portraitCount - 1);
  const card = layout.compose({ person, validity, random });
  const photograph = async (side: Side) => take(await drawSide(side, { ...layout, portraitOf, random }), random);
  const front = await photograph(card.front);
  const back = await photograph(card.back);
  const specimen: Specimen = {
    id,
    layout: layout.id,
    degradation: condition,
    truth: { ...card.truth, faces: card.front.filter(({ kind }) => kind === 'portrait').length },
    mrz: card.zone ?? null,
    barcode: card.barcode ?? null,
    files: { front: `${id}-front.${front.extension}`, back: `${id}-back.${back.extension}` },
    quads: { front: front.quad, back: back.quad },
  };
  return { specimen, front, back };
}
