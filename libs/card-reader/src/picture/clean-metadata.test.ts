import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { cleanPicture } from './clean-picture';
import { jpegSegment, pngChunk, riffChunk } from './hostile-pictures.fixture';

/** A text that must be removed from every picture, and a position as cameras write it. */
const SECRET = 'Casa de Ana, 33.4489 S';
const exif = {
  IFD0: { Orientation: '6', ImageDescription: SECRET },
  IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '33/1 26/1 56/1', GPSLongitudeRef: 'W', GPSLongitude: '70/1 40/1 9/1' },
};
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="${SECRET}"/>
</rdf:RDF></x:xmpmeta>`;

/** Left half red, right half blue: shows the rotation. */
const drawn = () =>
  sharp(Buffer.from(Array.from({ length: 40 * 30 }, (_, i) => (i % 40 < 20 ? [200, 30, 30] : [30, 30, 200])).flat()), {
    raw: { width: 40, height: 30, channels: 3 },
  })
    .withExif(exif)
    .withXmp(xmp)
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 });

const insert = (image: Buffer, at: number, ...more: Buffer[]) =>
  Buffer.concat([image.subarray(0, at), ...more, image.subarray(at)]);
const secret = Buffer.from(SECRET);

async function jpeg(): Promise<Buffer> {
  const image = await drawn().jpeg().toBuffer();
  const preview = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .withExif(exif)
    .jpeg()
    .toBuffer();
  const [mpf, iptc, comment] = [Buffer.from('MPF\0'), Buffer.from('Photoshop 3.0\0'), secret];
  const segments = [
    jpegSegment(0xe2, mpf),
    jpegSegment(0xed, Buffer.concat([iptc, secret])),
    jpegSegment(0xfe, comment),
    jpegSegment(0xef, secret),
  ];
  return Buffer.concat([insert(image, 2, ...segments), preview]);
}

async function png(): Promise<Buffer> {
  const image = await drawn().png().toBuffer();
  const text = Buffer.concat([Buffer.from('Comment\0'), secret]);
  const packed = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(secret)]);
  return insert(image, 33, pngChunk('tEXt', text), pngChunk('zTXt', packed), pngChunk('prVt', secret));
}

async function webp(): Promise<Buffer> {
  const image = await drawn().webp({ lossless: true }).toBuffer();
  const whole = Buffer.concat([image, riffChunk('MINE', secret)]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

const pixels = (image: Buffer) => sharp(image).raw().toBuffer();
const seen = async (image: Buffer) => {
  const { data, info } = await sharp(image).autoOrient().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => (data[(y * info.width + x) * info.channels]! > 128 ? 'red' : 'blue');
  return [info.width, info.height, at(5, 5), at(5, info.height - 5)];
};

describe.each([
  ['JPEG', jpeg],
  ['PNG', png],
  ['WebP', webp],
])('a %s', (_, make) => {
  it('loses all texts, position, profile and preview, and keeps pixels and orientation', async () => {
    const image = await make();
    const planted = await sharp(image).metadata();
    expect([planted.orientation, planted.exif?.includes('GPS') || planted.exif?.includes(secret)]).toEqual([6, true]);
    const { bytes } = cleanPicture(image);
    expect(bytes.includes(secret)).toBe(false);
    const { exif: left, xmp: noXmp, icc, iptc, comments, orientation } = await sharp(bytes).metadata();
    expect({ noXmp, icc, iptc, comments, orientation }).toEqual({ orientation: 6 });
    expect(left!.length).toBeLessThan(40);
    expect(bytes.length).toBeLessThan(image.length - 1000);
    expect(await seen(bytes)).toEqual([30, 40, 'red', 'blue']);
    expect(await seen(bytes)).toEqual(await seen(image));
    expect((await pixels(bytes)).length).toBe((await pixels(image)).length);
  });

  it('does not change when it is cleaned again', async () => {
    const { bytes } = cleanPicture(await make());
    expect(cleanPicture(bytes).bytes.equals(bytes)).toBe(true);
  });
});

it('drops malformed EXIF', async () => {
  const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();
  const tiff = (...bytes: number[]) => jpegSegment(0xe1, Buffer.from([...Buffer.from('Exif\0\0'), ...bytes]));
  for (const broken of [
    tiff(),
    tiff(0x4d, 0x4d, 0, 42, 0xff, 0xff, 0xff, 0xff),
    tiff(0x49, 0x49, 42, 0, 8, 0, 0, 0, 0xff, 0xff, 0x12, 0x01),
    tiff(0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 77, 0, 0),
  ])
    expect(cleanPicture(insert(image, 2, broken)).bytes.equals(cleanPicture(image).bytes)).toBe(true);
});
