import { type Extent, animated, damaged, trailing } from './image-refused';

/** Width and height as the header chunk says, after a walk over all chunks to the last. */
export function pngExtent(image: Buffer): Extent {
  let extent: Extent | null = null;
  for (let at = 8; ;) {
    if (at + 12 > image.length) throw damaged();
    const length = image.readUInt32BE(at);
    const kind = image.toString('latin1', at + 4, at + 8);
    const end = at + 12 + length;
    if (end > image.length) throw damaged();
    if ((extent === null) !== (kind === 'IHDR')) throw damaged();
    if (kind === 'IHDR') extent = { width: image.readUInt32BE(at + 8), height: image.readUInt32BE(at + 12) };
    if (['acTL', 'fcTL', 'fdAT'].includes(kind)) throw animated();
    if (kind === 'IEND') {
      if (end !== image.length) throw trailing();
      return extent ?? refuse();
    }
    at = end;
  }
}

const refuse = (): never => {
  throw damaged();
};
