import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Engines, flattenSide, withFaces } from './flat-side';
import { SideRefused } from './image-refused';
import { decodePicture, toJpeg } from './picture';
import { putTogether } from './put-together';
import { type Side, readSide } from './read-side';
import type { ReadOptions, Reading, SideName, SidePicture } from './reading';
import type { Trace } from './trace';
import { whichIsFront } from './which-is-front';

export async function readCard(
  engines: Engines,
  front: Buffer,
  back: Buffer,
  trace: Trace,
  { signal, onDecoding = () => {} }: ReadOptions = {},
): Promise<Reading> {
  const step: Trace = async (name, work) => {
    // Most steps hold the thread; only between them can it hear that the caller has gone.
    await nextTurn();
    signal?.throwIfAborted();
    return trace(name, work);
  };
  const frontPicture = await decodeSide('front', front, step, onDecoding);
  const backPicture = await decodeSide('back', back, step, onDecoding);
  onDecoding(null);
  const given = await withFaces(engines, await flattenSide(engines, frontPicture, step), step);
  const other = await flattenSide(engines, backPicture, step);
  const { frontSide, backSide, swapped } = await whichIsFront(engines, given, other, step);
  const f = await readSide(engines, frontSide, step);
  const b = await withOwnFaces(engines, await readSide(engines, backSide, step), step);
  return {
    ...(await putTogether(engines, f, b, step)),
    ...pictures(front, back, swapped, f, b, await jpegs(f, b)),
    swapped,
  };
}

async function decodeSide(side: SideName, image: Buffer, step: Trace, onDecoding: (side: SideName) => void) {
  onDecoding(side);
  return step('decode', () =>
    decodePicture(image).catch(() => {
      throw new SideRefused(side);
    }),
  );
}

/** A back without a machine readable zone may be a second front: its portrait tells. */
async function withOwnFaces(engines: Engines, side: Side, step: Trace): Promise<Side> {
  return side.mrz || side.faces.boxes.length > 0 ? side : withFaces(engines, side, step);
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
