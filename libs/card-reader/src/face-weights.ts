import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * A small network that finds faces: one convolution, five separable ones with halving between them, and a last layer
 * that gives five boxes a cell. Its weights come with a package that would run them with TensorFlow; seven layers need
 * no such thing.
 */
export interface FaceNetwork {
  start: Layer;
  separable: Separable[];
  last: Layer;
}

export interface Layer {
  filters: Float32Array;
  bias: Float32Array;
}

interface Separable {
  depthwise: Float32Array;
  pointwise: Float32Array;
  bias: Float32Array;
}

interface Weight {
  name: string;
  shape: number[];
  quantization: { scale: number; min: number };
}

export function loadFaceNetwork(): FaceNetwork {
  const load = createRequire(__filename);
  const folder = join(dirname(load.resolve('@vladmandic/face-api/package.json')), 'model');
  const [manifest] = JSON.parse(
    readFileSync(join(folder, 'tiny_face_detector_model-weights_manifest.json'), 'utf8'),
  ) as [{ weights: Weight[] }];
  const bytes = readFileSync(join(folder, 'tiny_face_detector_model.bin'));
  const weights = new Map<string, Float32Array>();
  let at = 0;
  for (const { name, shape, quantization } of manifest.weights) {
    const size = shape.reduce((a, b) => a * b, 1);
    weights.set(
      name,
      Float32Array.from(bytes.subarray(at, at + size), (v) => v * quantization.scale + quantization.min),
    );
    at += size;
  }
  const named = (name: string) => {
    const found = weights.get(name);
    if (!found) throw new Error(`The face network has no ${name}`);
    return found;
  };
  return {
    start: { filters: byOutput(named('conv0/filters'), 16), bias: named('conv0/bias') },
    separable: [1, 2, 3, 4, 5].map((n) => ({
      depthwise: named(`conv${n}/depthwise_filter`),
      pointwise: byOutput(named(`conv${n}/pointwise_filter`), named(`conv${n}/bias`).length),
      bias: named(`conv${n}/bias`),
    })),
    last: { filters: byOutput(named('conv8/filters'), 25), bias: named('conv8/bias') },
  };
}

/** Filters are stored input by input; mixing reads them output by output. */
function byOutput(filters: Float32Array, outputs: number): Float32Array {
  const inputs = filters.length / outputs;
  return Float32Array.from(filters, (_, i) => filters[(i % inputs) * outputs + Math.floor(i / inputs)]!);
}
