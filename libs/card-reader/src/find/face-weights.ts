import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * The tiny face detector of face-api: one convolution, five separable convolutions with pooling between them, and a
 * last layer with five boxes per cell. Its package runs it with TensorFlow; seven layers do not need that dependency.
 */
export interface FaceNetwork {
  first: Layer;
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
  const weightsOf = (name: string) => {
    const found = weights.get(name);
    if (!found) throw new Error(`The face network lacks the weights ${name}`);
    return found;
  };
  return {
    first: { filters: groupByOutput(weightsOf('conv0/filters'), 16), bias: weightsOf('conv0/bias') },
    separable: [1, 2, 3, 4, 5].map((n) => ({
      depthwise: weightsOf(`conv${n}/depthwise_filter`),
      pointwise: groupByOutput(weightsOf(`conv${n}/pointwise_filter`), weightsOf(`conv${n}/bias`).length),
      bias: weightsOf(`conv${n}/bias`),
    })),
    last: { filters: groupByOutput(weightsOf('conv8/filters'), 25), bias: weightsOf('conv8/bias') },
  };
}

/** Reorders filters from input-major, as stored, to output-major, as `pointwiseConvolve` reads them. */
function groupByOutput(filters: Float32Array, outputs: number): Float32Array {
  const inputs = filters.length / outputs;
  return Float32Array.from(filters, (_, i) => filters[(i % inputs) * outputs + Math.floor(i / inputs)]!);
}
