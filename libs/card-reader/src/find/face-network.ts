import type { Picture } from '../picture/picture';
import type { FaceNetwork, Layer } from './face-weights';

export interface DetectedFace {
  /** All four as shares of the picture's width and height. */
  x: number;
  y: number;
  width: number;
  height: number;
  score: number;
}

/** Rows of cells with `depth` numbers each. */
interface Tensor {
  data: Float32Array;
  rows: number;
  cols: number;
  depth: number;
}

const MEAN = [117.001, 114.697, 97.404];
const LEAK_FACTOR = 0.1;
const ANCHORS = [
  [1.603231, 2.094468],
  [6.041143, 7.080126],
  [2.882459, 3.518061],
  [4.266906, 5.178857],
  [9.041765, 10.66308],
] as const;

/** All boxes with at least the minimum score; boxes of the same face overlap. */
export function detectFaces(
  { first: start, separable, last }: FaceNetwork,
  picture: Picture,
  minScore: number,
): DetectedFace[] {
  let tensor = convolve(toTensor(picture), start);
  for (const { depthwise, pointwise, bias } of separable)
    tensor = pointwiseConvolve(depthwiseConvolve(poolAndRelu(tensor, 2), depthwise), pointwise, bias);
  return decodeBoxes(pointwiseConvolve(poolAndRelu(tensor, 1), last.filters, last.bias), minScore);
}

function toTensor({ data, width, height }: Picture): Tensor {
  const out = new Float32Array(width * height * 3);
  for (let i = 0; i < out.length; i++) out[i] = (data[i]! - MEAN[i % 3]!) / 255;
  return { data: out, rows: height, cols: width, depth: 3 };
}

/** 3x3 over all channels without padding: collects the 27 inputs of each cell, then mixes them. */
function convolve(input: Tensor, { filters, bias }: Layer): Tensor {
  const rows = input.rows - 2;
  const cols = input.cols - 2;
  const data = new Float32Array(rows * cols * 27);
  let to = 0;
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < cols; x++) {
      for (let k = 0; k < 3; k++) {
        const from = ((y + k) * input.cols + x) * 3;
        for (let c = 0; c < 9; c++) data[to++] = input.data[from + c]!;
      }
    }
  }
  return pointwiseConvolve({ data, rows, cols, depth: 27 }, filters, bias);
}

/** 3x3 in each channel alone, padded with zeros. */
function depthwiseConvolve({ data: input, rows, cols, depth }: Tensor, filters: Float32Array): Tensor {
  const data = new Float32Array(input.length);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < cols; x++) {
      const to = (y * cols + x) * depth;
      for (let k = 0; k < 9; k++) {
        const row = y + Math.floor(k / 3) - 1;
        const col = x + (k % 3) - 1;
        if (row < 0 || col < 0 || row >= rows || col >= cols) continue;
        const from = (row * cols + col) * depth;
        for (let c = 0; c < depth; c++) data[to + c]! += input[from + c]! * filters[k * depth + c]!;
      }
    }
  }
  return { data, rows, cols, depth };
}

/** Mixes the channels of each cell. Four cells and two channels at a time: each number that is loaded is used often. */
function pointwiseConvolve(
  { data: input, rows, cols, depth }: Tensor,
  filters: Float32Array,
  bias: Float32Array,
): Tensor {
  const wide = bias.length;
  const cells = rows * cols;
  const data = new Float32Array(cells * wide);
  for (let cell = 0; cell < cells; cell += 4) {
    const i = cell;
    const j = Math.min(cell + 1, cells - 1);
    const k = Math.min(cell + 2, cells - 1);
    const l = Math.min(cell + 3, cells - 1);
    for (let c = 0; c < wide; c += 2) {
      const d = Math.min(c + 1, wide - 1);
      let ic = 0, jc = 0, kc = 0, lc = 0; // prettier-ignore
      let id = 0, jd = 0, kd = 0, ld = 0; // prettier-ignore
      for (let n = 0; n < depth; n++) {
        const filter = filters[c * depth + n]!;
        const other = filters[d * depth + n]!;
        const x = input[i * depth + n]!;
        const y = input[j * depth + n]!;
        const z = input[k * depth + n]!;
        const w = input[l * depth + n]!;
        ic += x * filter;
        jc += y * filter;
        kc += z * filter;
        lc += w * filter;
        id += x * other;
        jd += y * other;
        kd += z * other;
        ld += w * other;
      }
      data[i * wide + c] = ic + bias[c]!;
      data[j * wide + c] = jc + bias[c]!;
      data[k * wide + c] = kc + bias[c]!;
      data[l * wide + c] = lc + bias[c]!;
      data[i * wide + d] = id + bias[d]!;
      data[j * wide + d] = jd + bias[d]!;
      data[k * wide + d] = kd + bias[d]!;
      data[l * wide + d] = ld + bias[d]!;
    }
  }
  return { data, rows, cols, depth: wide };
}

/** The network's order is relu, then pool; a maximum is the same either way, and after it fewer cells are left. */
const poolAndRelu = (tensor: Tensor, step: 1 | 2): Tensor => leakyRelu(maxPool(tensor, step));

function leakyRelu(tensor: Tensor): Tensor {
  const { data } = tensor;
  for (let i = 0; i < data.length; i++) if (data[i]! < 0) data[i]! *= LEAK_FACTOR;
  return tensor;
}

/** The maximum of 2x2 neighbours, every `step` cells; cells beyond the edge do not count. */
function maxPool({ data: input, rows, cols, depth }: Tensor, step: 1 | 2): Tensor {
  const down = Math.ceil(rows / step);
  const across = Math.ceil(cols / step);
  const data = new Float32Array(down * across * depth).fill(-Infinity);
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      const to = (y * across + x) * depth;
      for (let k = 0; k < 4; k++) {
        const row = y * step + (k >> 1);
        const col = x * step + (k & 1);
        if (row >= rows || col >= cols) continue;
        const from = (row * cols + col) * depth;
        for (let c = 0; c < depth; c++) if (input[from + c]! > data[to + c]!) data[to + c] = input[from + c]!;
      }
    }
  }
  return { data, rows: down, cols: across, depth };
}

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

function decodeBoxes({ data, rows, cols }: Tensor, least: number): DetectedFace[] {
  const faces: DetectedFace[] = [];
  for (let cell = 0; cell < rows * cols; cell++) {
    ANCHORS.forEach(([anchorWidth, anchorHeight], i) => {
      const [dx, dy, dw, dh, objectness] = data.subarray((cell * ANCHORS.length + i) * 5) as unknown as [
        number,
        number,
        number,
        number,
        number,
      ];
      const score = sigmoid(objectness);
      if (score < least) return;
      const width = (Math.exp(dw) * anchorWidth) / cols;
      const height = (Math.exp(dh) * anchorHeight) / rows;
      const x = ((cell % cols) + sigmoid(dx)) / cols - width / 2;
      const y = (Math.floor(cell / cols) + sigmoid(dy)) / rows - height / 2;
      faces.push({ x, y, width, height, score });
    });
  }
  return faces;
}
