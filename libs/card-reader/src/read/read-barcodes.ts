import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type ReaderOptions, prepareZXingModule, readBarcodes as readSymbols } from 'zxing-wasm/reader';
import type { Box, Picture } from '../picture/picture';

export interface Barcode {
  bytes: Uint8Array;
  box: Box;
}

export interface BarcodeReader {
  /** Reads the symbols that identity cards print. Searches thoroughly only where the first look finds none. */
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

const formats: ReaderOptions['formats'] = ['PDF417', 'QRCode', 'DataMatrix', 'Aztec', 'Code39', 'Code128'];
/** Beside one of these, a licence has a code with all its data. */
const linear = ['Code39', 'Code128'];
/** The card is flat and upright: usually no search is needed. */
const quickly: ReaderOptions = { tryHarder: false, tryRotate: false, tryDownscale: false, tryDenoise: false };
/** Noise in a dark picture hides small modules from a threshold of their surroundings. */
const quicklyByOneThreshold: ReaderOptions = { ...quickly, binarizer: 'GlobalHistogram' };
const thoroughly: ReaderOptions = { tryHarder: true, tryRotate: true, tryDownscale: true, tryDenoise: true };
/** Stripes of the background may resemble a shorter code. */
const MIN_CHARACTERS = 6;

function toRgba({ data, width, height }: Picture): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint32Array(width * height);
  for (let i = 0; i < pixels.length; i++) pixels[i] = data[i]! * 0x010101;
  return new Uint8ClampedArray(pixels.buffer);
}

async function readBarcodes(grey: Picture): Promise<Barcode[]> {
  const image = { data: toRgba(grey), width: grey.width, height: grey.height, colorSpace: 'srgb' as const };
  const look = async (how: ReaderOptions) => {
    const symbols = await readSymbols(image, { formats, tryInvert: false, maxNumberOfSymbols: 3, ...how });
    return symbols.filter(({ isValid, bytes }) => isValid && bytes.length >= MIN_CHARACTERS);
  };
  const holdsAll = (symbols: { format: string }[]) => symbols.some(({ format }) => !linear.includes(format));
  const first = await look(quickly);
  const second = holdsAll(first) ? [] : await look(quicklyByOneThreshold);
  const found = holdsAll(second) || first.length === 0 ? second : first;
  const symbols = found.length > 0 ? found : await look(thoroughly);
  return symbols.map(({ bytes, position: { topLeft, topRight, bottomLeft, bottomRight } }) => {
    const xs = [topLeft.x, topRight.x, bottomLeft.x, bottomRight.x];
    const ys = [topLeft.y, topRight.y, bottomLeft.y, bottomRight.y];
    const x = Math.min(...xs);
    const y = Math.min(...ys);
    return { bytes, box: { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y } };
  });
}
