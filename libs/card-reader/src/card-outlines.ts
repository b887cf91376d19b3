import { type Mat, type Vision, freeing } from './vision';
import type { Picture, Point } from './picture';
import { type Quad, area, ordered, squared } from './quads';

const SMALLEST_SHARE = 0.08;

type Keep = <M extends { delete(): void }>(made: M) => M;

/** Quads that might be the outline of a card, from edges and from what differs from the picture's border. */
export function cardOutlines(cv: Vision, picture: Picture): Quad[] {
  return freeing((keep) => {
    const rgb = keep(cv.matFromArray(picture.height, picture.width, cv.CV_8UC3, picture.data));
    const smooth = keep(new cv.Mat());
    cv.GaussianBlur(rgb, smooth, new cv.Size(5, 5), 0);
    const masks = [...edgeMasks(cv, smooth, keep), ...regionMasks(cv, smooth, keep)];
    return masks.flatMap((mask) => quadsOf(cv, mask, keep));
  });
}

function edgeMasks(cv: Vision, smooth: Mat, keep: Keep): Mat[] {
  const grey = keep(new cv.Mat());
  cv.cvtColor(smooth, grey, cv.COLOR_RGB2GRAY);
  const hsv = keep(new cv.Mat());
  cv.cvtColor(smooth, hsv, cv.COLOR_RGB2HSV);
  const planes = keep(new cv.MatVector());
  cv.split(hsv, planes);
  const saturation = keep(planes.get(1));
  return [grey, saturation].flatMap((plane) => {
    const stretched = keep(new cv.Mat());
    cv.normalize(plane, stretched, 0, 255, cv.NORM_MINMAX);
    return [25, 60].map((low) => {
      const edges = keep(new cv.Mat());
      cv.Canny(stretched, edges, low, low * 2.5);
      const kernel = keep(cv.Mat.ones(3, 3, cv.CV_8U));
      cv.dilate(edges, edges, kernel);
      return edges;
    });
  });
}

/** What is unlike the border of the picture in colour, and what is light or dark at all. */
function regionMasks(cv: Vision, smooth: Mat, keep: Keep): Mat[] {
  const lab = keep(new cv.Mat());
  cv.cvtColor(smooth, lab, cv.COLOR_RGB2Lab);
  const unlike = keep(unlikeBorder(cv, lab));
  const planes = keep(new cv.MatVector());
  cv.split(lab, planes);
  const light = keep(planes.get(0));
  return [unlike, light].map((plane) => {
    const mask = keep(new cv.Mat());
    cv.threshold(plane, mask, 0, 255, cv.THRESH_BINARY + cv.THRESH_OTSU);
    const kernel = keep(cv.Mat.ones(7, 7, cv.CV_8U));
    cv.morphologyEx(mask, mask, cv.MORPH_CLOSE, kernel);
    cv.morphologyEx(mask, mask, cv.MORPH_OPEN, kernel);
    return mask;
  });
}

function unlikeBorder(cv: Vision, lab: Mat): Mat {
  const { rows, cols } = lab;
  const data = lab.data as Uint8Array;
  const rim = Math.max(2, Math.round(Math.min(rows, cols) * 0.02));
  const seen: number[][] = [[], [], []];
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < cols; x++) {
      if (y >= rim && y < rows - rim && x >= rim && x < cols - rim) continue;
      for (let c = 0; c < 3; c++) seen[c]!.push(data[(y * cols + x) * 3 + c]!);
    }
  }
  const middle = seen.map((values) => values.sort((a, b) => a - b)[values.length >> 1]!);
  const out = new cv.Mat(rows, cols, cv.CV_8UC1);
  const target = out.data as Uint8Array;
  for (let i = 0; i < rows * cols; i++) {
    let sum = 0;
    for (let c = 0; c < 3; c++) sum += (data[i * 3 + c]! - middle[c]!) ** 2;
    target[i] = Math.min(255, Math.sqrt(sum) * 1.5);
  }
  return out;
}

function quadsOf(cv: Vision, mask: Mat, keep: Keep): Quad[] {
  const contours = keep(new cv.MatVector());
  const hierarchy = keep(new cv.Mat());
  cv.findContours(mask, contours, hierarchy, cv.RETR_LIST, cv.CHAIN_APPROX_NONE);
  const smallest = mask.rows * mask.cols * SMALLEST_SHARE;
  const quads: Quad[] = [];
  for (let i = 0; i < contours.size(); i++) {
    const contour = keep(contours.get(i));
    const { width, height } = cv.boundingRect(contour);
    if (width * height < smallest) continue;
    const hull = keep(new cv.Mat());
    cv.convexHull(contour, hull);
    if (cv.contourArea(hull) < smallest) continue;
    quads.push(...quadsOfHull(cv, hull, pointsOf(contour), keep));
  }
  return quads.filter((quad) => area(quad) >= smallest);
}

function quadsOfHull(cv: Vision, hull: Mat, contour: Point[], keep: Keep): Quad[] {
  const quads: Quad[] = [];
  const length = cv.arcLength(hull, true);
  for (let tolerance = 0.01; tolerance <= 0.08; tolerance += 0.01) {
    const fewer = keep(new cv.Mat());
    cv.approxPolyDP(hull, fewer, tolerance * length, true);
    if (fewer.rows === 4) {
      quads.push(ordered(pointsOf(fewer)));
      break;
    }
    if (fewer.rows < 4) break;
  }
  const rectangle = cv.minAreaRect(hull);
  quads.push(ordered(cv.RotatedRect.points(rectangle) as Point[]));
  return quads.map((quad) => squared(quad, contour));
}

function pointsOf(mat: Mat): Point[] {
  const values = mat.data32S;
  const points: Point[] = [];
  for (let i = 0; i + 1 < values.length; i += 2) points.push({ x: values[i]!, y: values[i + 1]! });
  return points;
}
