import { facesIn } from './face-network';
import { loadFaceNetwork } from './face-weights';
import type { Engines } from './flat-side';
import { openBarcodes } from './read-barcodes';
import { readCard } from './read-card';
import type { CardReader } from './reading';
import { openTextEngine } from './text-engine';
import { type Trace, noTrace } from './trace';
import { openVision } from './vision';

/** Loads the reading engines; one reader per process, one credential at a time. */
export async function openCardReader(trace: Trace = noTrace): Promise<CardReader> {
  const [{ cv }, text] = await Promise.all([openVision(), openTextEngine(), openBarcodes()]);
  const engines = { cv, text, network: loadFaceNetwork() };
  warm(engines);
  return {
    read: (front, back, options) => readCard(engines, front, back, trace, options),
    close: async () => text.close(),
  };
}

/** The first use of an engine compiles it; that is better done before anyone waits. */
function warm({ text, network }: Engines): void {
  text.read(blank(200, 40, 1), 'spa');
  facesIn(network, blank(96, 64, 3), 1);
}

const blank = (width: number, height: number, channels: 1 | 3) => ({
  data: Buffer.alloc(width * height * channels, 255),
  width,
  height,
  channels,
});
