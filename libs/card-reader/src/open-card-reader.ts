import type { CardReader } from './card-reader';
import { examineSide } from './examine-side';
import { detectFaces } from './find/face-network';
import { loadFaceNetwork } from './find/face-weights';
import { decodeSide } from './picture/decode-side';
import { loadOpenCv } from './picture/opencv';
import { readCard } from './read-card';
import type { Engines } from './read/engines';
import { openBarcodeReader } from './read/read-barcodes';
import { openTextEngine } from './read/text-engine';
import { type Trace, cancellable, noTrace } from './trace';

/** Loads the engines. One reader per process, one card at a time. */
export async function openCardReader(trace: Trace = noTrace): Promise<CardReader> {
  const engines = await openEngines();
  warmUp(engines);
  return {
    read: (front, back, options) => readCard(engines, { front, back }, trace, options),
    async examine(side, image, { signal, onDecoding, hashes = false } = {}) {
      const step = cancellable(trace, signal);
      const picture = await decodeSide(side, image, step, onDecoding);
      return examineSide(engines, { side, image, picture, hashes }, step);
    },
    close: async () => engines.text.close(),
  };
}

/** The engines alone, for measurements of one stage. */
export async function openEngines(): Promise<Engines> {
  const [{ cv }, text, barcodes] = await Promise.all([loadOpenCv(), openTextEngine(), openBarcodeReader()]);
  return { cv, text, barcodes, network: loadFaceNetwork() };
}

/** The first use of an engine compiles it: do that before the first card arrives. */
function warmUp({ text, network }: Engines): void {
  text.read(blankPicture(200, 40, 1), 'spa');
  detectFaces(network, blankPicture(96, 64, 3), 1);
}

const blankPicture = (width: number, height: number, channels: 1 | 3) => ({
  data: Buffer.alloc(width * height * channels, 255),
  width,
  height,
  channels,
});
