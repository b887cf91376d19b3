import { type Picture, resize } from '../picture/picture';

/** So small that neither the values of a card nor a moved edge make much of a difference. */
const [WIDTH, HEIGHT] = [64, 40];
/** The two sides of a card reach 0.5, two pictures of one side 0.9. */
const MIN_CORRELATION = 0.75;

type Shown = { normalized: Picture; cardFound: boolean };

/**
 * Whether two cards have their print and their pictures at the same places, in whatever condition. Without an outline
 * that is unknown: two sides on one table show the same table.
 */
export async function showSamePicture(one: Shown, other: Shown): Promise<boolean> {
  if (!one.cardFound || !other.cardFound) return false;
  const [a, b] = [await thumbnail(one.normalized), await thumbnail(other.normalized)];
  return Math.max(correlation(a, b), correlation(a, [...b].reverse())) >= MIN_CORRELATION;
}

const thumbnail = async (picture: Picture) => [...(await resize(picture, WIDTH, HEIGHT)).data];

/** Zero where one of the pictures is blank. */
function correlation(a: number[], b: number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  const sum = (product: (at: number) => number) => a.reduce((total, _, at) => total + product(at), 0);
  const ab = sum((at) => (a[at]! - meanA) * (b[at]! - meanB));
  const deviations = Math.sqrt(sum((at) => (a[at]! - meanA) ** 2) * sum((at) => (b[at]! - meanB) ** 2));
  return deviations === 0 ? 0 : ab / deviations;
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
