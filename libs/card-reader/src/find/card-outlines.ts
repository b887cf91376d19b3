import { type Mat, type OpenCv, withMats } from '../picture/opencv';
import type { Picture, Point } from '../picture/picture';
import { type Quad, quadArea, orderCorners, sharpenCorners } from './quads';

const MIN_SHARE = 0.08;

type Track = <M extends { delete(): void }>(object: M) => M;

/** Candidates for the outline of a card, from edges and from regions that differ from the border of the picture. */
export function findOutlines(cv: OpenCv, picture: Picture): Quad[] {
  return withMats((track) => {
    const rgb = track(cv.matFromArray(picture.height, picture.width, cv.CV_8UC3, picture.data));
    const smooth = track(new cv.Mat());
    cv.GaussianBlur(rgb, smooth, new cv.Size(5, 5), 0);
    const masks = [...edgeMasks(cv, smooth, track), ...regionMasks(cv, smooth, track)];
    return masks.flatMap((mask) => quadsInMask(cv, mask, track));
  });
}

function edgeMasks(cv: OpenCv, smooth: Mat, track: Track): Mat[] {
  const grey = track(new cv.Mat());
  cv.cvtColor(smooth, grey, cv.COLOR_RGB2GRAY);
  const hsv = track(new cv.Mat());
  cv.cvtColor(smooth, hsv, cv.COLOR_RGB2HSV);
  const planes = track(new cv.MatVector());
  cv.split(hsv, planes);
  const saturation = track(planes.get(1));
  return [grey, saturation].flatMap((plane) => {
    const stretched = track(new cv.Mat());
    cv.normalize(plane, stretched, 0, 255, cv.NORM_MINMAX);
    return [25, 60].map((low) => {
      const edges = track(new cv.Mat());
      cv.Canny(stretched, edges, low, low * 2.5);
      const kernel = track(cv.Mat.ones(3, 3, cv.CV_8U));
      cv.dilate(edges, edges, kernel);
      return edges;
    });
  });
}

/** Regions that differ from the border of the picture in colour, and regions by brightness. */
function regionMasks(cv: OpenCv, smooth: Mat, track: Track): Mat[] {
  const lab = track(new cv.Mat());
  cv.cvtColor(smooth, lab, cv.COLOR_RGB2Lab);
  const difference = track(differenceFromBorder(cv, lab));
  const planes = track(new cv.MatVector());
  cv.split(lab, planes);
  const light = track(planes.get(0));
  return [difference, light].map((plane) => {
    const mask = track(new cv.Mat());
    cv.threshold(plane, mask, 0, 255, cv.THRESH_BINARY + cv.THRESH_OTSU);
    const kernel = track(cv.Mat.ones(7, 7, cv.CV_8U));
    cv.morphologyEx(mask, mask, cv.MORPH_CLOSE, kernel);
    cv.morphologyEx(mask, mask, cv.MORPH_OPEN, kernel);
    return mask;
  });
}

/** Per pixel: the distance of its colour from the median colour of the border. */
function differenceFromBorder(cv: OpenCv, lab: Mat): Mat {
  const { rows, cols } = lab;
  const data = lab.data as Uint8Array;
  const border = Math.max(2, Math.round(Math.min(rows, cols) * 0.02));
  const channels: number[][] = [[], [], []];
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < cols; x++) {
      if (y >= border && y < rows - border && x >= border && x < cols - border) continue;
      for (let c = 0; c < 3; c++) channels[c]!.push(data[(y * cols + x) * 3 + c]!);
    }
  }
  const median = channels.map((values) => Uint8Array.from(values).sort()[values.length >> 1]!);
  const out = new cv.Mat(rows, cols, cv.CV_8UC1);
  const target = out.data as Uint8Array;
  for (let i = 0; i < rows * cols; i++) {
    let sum = 0;
    for (let c = 0; c < 3; c++) sum += (data[i * 3 + c]! - median[c]!) ** 2;
    target[i] = Math.min(255, Math.sqrt(sum) * 1.5);
  }
  return out;
}

function quadsInMask(cv: OpenCv, mask: Mat, track: Track): Quad[] {
  const contours = track(new cv.MatVector());
  const hierarchy = track(new cv.Mat());
  cv.findContours(mask, contours, hierarchy, cv.RETR_LIST, cv.CHAIN_APPROX_NONE);
  const minArea = mask.rows * mask.cols * MIN_SHARE;
  const quads: Quad[] = [];
  for (let i = 0; i < contours.size(); i++) {
    const contour = track(contours.get(i));
    const { width, height } = cv.boundingRect(contour);
    if (width * height < minArea) continue;
    const hull = track(new cv.Mat());
    cv.convexHull(contour, hull);
    if (cv.contourArea(hull) < minArea) continue;
    quads.push(...quadsAroundHull(cv, hull, toPoints(contour), track));
  }
  return quads.filter((quad) => quadArea(quad) >= minArea);
}

function quadsAroundHull(cv: OpenCv, hull: Mat, contour: Point[], track: Track): Quad[] {
  const quads: Quad[] = [];
  const length = cv.arcLength(hull, true);
  for (let tolerance = 0.01; tolerance <= 0.08; tolerance += 0.01) {
    const polygon = track(new cv.Mat());
    cv.approxPolyDP(hull, polygon, tolerance * length, true);
    if (polygon.rows === 4) {
      quads.push(orderCorners(toPoints(polygon)));
      break;
    }
    if (polygon.rows < 4) break;
  }
  const rectangle = cv.minAreaRect(hull);
  quads.push(orderCorners(cv.RotatedRect.points(rectangle) as Point[]));
  return quads.map((quad) => sharpenCorners(quad, contour));
}

function toPoints(mat: Mat): Point[] {
  const values = mat.data32S;
  const points: Point[] = [];
  for (let i = 0; i + 1 < values.length; i += 2) points.push({ x: values[i]!, y: values[i + 1]! });
  return points;
}
