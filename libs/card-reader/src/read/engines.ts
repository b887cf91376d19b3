import type { FaceNetwork } from '../find/face-weights';
import type { OpenCv } from '../picture/opencv';
import type { BarcodeReader } from './read-barcodes';
import type { TextEngine } from './text-engine';

export interface Engines {
  cv: OpenCv;
  text: TextEngine;
  barcodes: BarcodeReader;
  network: FaceNetwork;
}
