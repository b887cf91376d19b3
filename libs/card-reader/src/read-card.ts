import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Engines, flattenSide, withFaces } from './flat-side';
import { toJpeg } from './picture';
import { putTogether } from './put-together';
import { type Side, readSide } from './read-side';
import type { Reading, SidePicture } from './reading';
import type { Trace } from './trace';
import { whichIsFront } from './which-is-front';

export async function readCard(
  engines: Engines,
  front: Buffer,
  back: Buffer,
  trace: Trace,
  signal?: AbortSignal,
): Promise<Reading> {
  const step: Trace = async (name, work) => {
    // Most steps hold the thread; only between them can it hear that the caller has gone.
    await nextTurn();
    signal?.throwIfAborted();
    return trace(name, work);
  };
  const given = await withFaces(engines, await flattenSide(engines, front, step), step);
  const other = await flattenSide(engines, back, step);
  const { frontSide, backSide, swapped } = await whichIsFront(engines, given, other, step);
  const f = await readSide(engines, frontSide, step);
  const b = await readSide(engines, backSide, step);
  return {
    ...(await putTogether(engines, f, b, step)),
    ...pictures(front, back, swapped, f, b, await jpegs(f, b)),
    swapped,
  };
}

const jpegs = (front: Side, back: Side) => Promise.all([toJpeg(front.flat), toJpeg(back.flat)]);

function pictures(
  front: Buffer,
  back: Buffer,
  swapped: boolean,
  f: Side,
  b: Side,
  [flatFront, flatBack]: [Buffer, Buffer],
): { front: SidePicture; back: SidePicture } {
  const [first, second] = swapped ? [back, front] : [front, back];
  return {
    front: { original: first, flattened: flatFront, cardFound: f.cardFound },
    back: { original: second, flattened: flatBack, cardFound: b.cardFound },
  };
}
