import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes as readSymbols } from 'zxing-wasm/reader';
import type { Box, Picture } from '../picture/picture';

export interface Barcode {
  bytes: Uint8Array;
  box: Box;
}

export interface BarcodeReader {
  /** Reads the two-dimensional symbols that identity cards print. The card is flat and upright: no search is needed. */
  read(grey: Picture): Promise<Barcode[]>;
}

/** Loads the decoder from the installed package. By default it would download itself. */
export async function openBarcodeReader(): Promise<BarcodeReader> {
  const wasm = createRequire(__filename).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const bytes = readFileSync(wasm);
  const wasmBinary = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  return { read: readBarcodes };
}

async function readBarcodes(grey: Picture): Promise<Barcode[]> {
  const rgba = new Uint8ClampedArray(grey.width * grey.height * 4);
  for (let i = 0; i < grey.width * grey.height; i++) rgba.fill(grey.data[i]!, i * 4, i * 4 + 3);
  const image = { data: rgba, width: grey.width, height: grey.height, colorSpace: 'srgb' as const };
  const symbols = await readSymbols(image, {
    formats: ['PDF417', 'QRCode'],
    tryHarder: false,
    tryRotate: false,
    tryInvert: false,
    tryDownscale: false,
    maxNumberOfSymbols: 3,
  });
  return symbols
    .filter((symbol) => symbol.isValid)
    .map(({ bytes, position: { topLeft, topRight, bottomLeft, bottomRight } }) => {
      const xs = [topLeft.x, topRight.x, bottomLeft.x, bottomRight.x];
      const ys = [topLeft.y, topRight.y, bottomLeft.y, bottomRight.y];
      const x = Math.min(...xs);
      const y = Math.min(...ys);
      return { bytes, box: { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y } };
    });
}
