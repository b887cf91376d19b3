import type { SideName } from '../reading';
import type { Trace } from '../trace';
import { ImageRefused, SideRefused, damaged } from './image-refused';
import { type Picture, decodePicture } from './picture';

/** The pixels of the picture of a side. A refusal names the side. `onDecoding` is called with null afterwards. */
export async function decodeSide(
  side: SideName,
  image: Buffer,
  trace: Trace,
  onDecoding: (side: SideName | null) => void = () => {},
): Promise<Picture> {
  onDecoding(side);
  const picture = await trace('decode', () =>
    decodePicture(image).catch((error: unknown) => {
      throw new SideRefused(side, (error instanceof ImageRefused ? error : damaged()).message);
    }),
  );
  onDecoding(null);
  return picture;
}
