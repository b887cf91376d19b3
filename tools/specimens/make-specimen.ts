import { conditions, type Taken } from './conditions';
import { drawSide } from './draw-side';
import type { Side } from './elements';
import type { Layout } from './layout';
import { drawPerson, drawValidity } from './persons';
import { portraitCount } from './portraits';
import { randomOf } from './random';
import type { Specimen } from './truth';

export type Made = { specimen: Specimen; front: Taken; back: Taken };

/** Draws the card of a random person and takes its pictures. The same seed and names give the same bytes. */
export async function makeSpecimen(seed: number, layout: Layout, condition: string, copy = 0): Promise<Made> {
  const take = conditions[condition];
  if (!take) throw new Error(`There is no condition ${condition}; there are ${Object.keys(conditions).join(', ')}`);
  const id = `${layout.id}-${copy}-${condition}`;
  const random = randomOf(seed, id);
  const person = drawPerson(random, layout.language);
  const validity = drawValidity(random, layout.years);
  const portraitIndex = random.integer(0, portraitCount - 1);
  const card = layout.compose({ person, validity, random });
  const takePicture = async (side: Side) => take(await drawSide(side, { ...layout, portraitIndex, random }), random);
  const front = await takePicture(card.front);
  const back = await takePicture(card.back);
  const specimen: Specimen = {
    id,
    layout: layout.id,
    degradation: condition,
    truth: { ...card.truth, faces: card.front.filter(({ kind }) => kind === 'portrait').length },
    mrz: card.mrz ?? null,
    barcode: card.barcode ?? null,
    files: { front: `${id}-front.${front.extension}`, back: `${id}-back.${back.extension}` },
    quads: { front: front.quad, back: back.quad },
  };
  return { specimen, front, back };
}
