import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes as readSymbols } from 'zxing-wasm/reader';
import type { Box, Picture } from './picture';

export interface Barcode {
  kind: 'PDF417' | 'QRCode' | 'other';
  text: string;
  bytes: Uint8Array;
  box: Box;
}

/** Loads the decoder from the installed package: it would fetch itself from the network else. */
export async function openBarcodes(): Promise<void> {
  const wasm = createRequire(__filename).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const bytes = readFileSync(wasm);
  const wasmBinary = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}

/** The two-dimensional symbols identity cards carry. `thorough` also looks at other scales and turned pictures. */
export async function readBarcodes(grey: Picture, thorough: boolean): Promise<Barcode[]> {
  const rgba = new Uint8ClampedArray(grey.width * grey.height * 4);
  for (let i = 0; i < grey.width * grey.height; i++) rgba.fill(grey.data[i]!, i * 4, i * 4 + 3);
  const image = { data: rgba, width: grey.width, height: grey.height, colorSpace: 'srgb' as const };
  const found = await readSymbols(image, {
    formats: ['PDF417', 'QRCode'],
    tryHarder: thorough,
    tryRotate: thorough,
    tryInvert: false,
    tryDownscale: thorough,
    maxNumberOfSymbols: 3,
  });
  return found
    .filter((symbol) => symbol.isValid)
    .map(({ format, text, bytes, position: { topLeft, topRight, bottomLeft, bottomRight } }) => {
      const xs = [topLeft.x, topRight.x, bottomLeft.x, bottomRight.x];
      const ys = [topLeft.y, topRight.y, bottomLeft.y, bottomRight.y];
      const x = Math.min(...xs);
      const y = Math.min(...ys);
      const kind = format === 'PDF417' || format === 'QRCode' ? format : 'other';
      return { kind, text, bytes, box: { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y } };
    });
}
