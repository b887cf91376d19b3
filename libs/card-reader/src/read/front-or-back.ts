import { withFaces, withTiltedFaces } from '../find/find-faces';
import type { Trace } from '../trace';
import type { Engines } from './engines';
import { type Side, withoutPrintOnFaces } from './read-side';

interface OrderedSides<S> {
  front: S;
  back: S;
  swapped: boolean;
}

/** A face with this score, on a side without an MRZ or with that of a passport, proves the front. */
const CLEAR_SCORE = 0.5;

/** The page of a passport with its zone has the portrait, too. */
const isDataPage = ({ mrz }: Side) => mrz?.kind === 'TD3';

/**
 * The front is the side with the portrait. Some backs print a pale copy beside the MRZ: then the larger face decides.
 * The faces of the given front are known, and those of a back without a zone. A passport has portrait and MRZ on one
 * page and nothing on the other.
 */
export async function orderSides<S extends Side>(
  engines: Engines,
  given: { front: S; back: S },
  trace: Trace,
): Promise<OrderedSides<S>> {
  const { front } = given;
  const mayBeFront = front.mrzRows.length === 0 || isDataPage(front);
  if (front.faces.score >= CLEAR_SCORE && mayBeFront) return { ...given, swapped: false };
  const back = given.back.mrz ? await withFaces(engines, given.back, trace) : given.back;
  if (faceWeight(front) === 0 && faceWeight(back) === 0)
    return { front: withoutPrintOnFaces(await withTiltedFaces(engines, front, trace)), back, swapped: false };
  if (!isDataPage(back) && faceWeight(back) <= faceWeight(front)) return { ...given, swapped: false };
  return { front: withoutPrintOnFaces(back), back: front, swapped: true };
}

function faceWeight({ faces }: Side): number {
  const main = faces.boxes[0];
  return main ? faces.score * Math.sqrt(main.width * main.height) : 0;
}
