/** The form in which texts are compared: upper-case letters and digits without accents, single spaces between words. */
export function normalizeText(text: string): string {
  return stripAccents(text.toUpperCase())
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim();
}

/** Letters that Unicode does not take apart, as the MRZ writes them. */
const withoutMark: Record<string, string> = {
  ...{ Ł: 'L', Đ: 'D', Ð: 'D', Ø: 'O', Ħ: 'H', Þ: 'TH', Æ: 'AE', Œ: 'OE', Ə: 'A' },
  ...{ ł: 'l', đ: 'd', ð: 'd', ø: 'o', ħ: 'h', þ: 'th', æ: 'ae', œ: 'oe', ə: 'a', ı: 'i' },
};

/** A Vietnamese letter may have two. */
export const countMarks = (text: string): number =>
  [...text.normalize('NFD')].filter((sign) => stripAccents(sign) !== sign).length;

/** Removes accents and strokes; Ñ becomes N, as in the MRZ. */
export function stripAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ŁĐÐØĦÞÆŒƏłđðøħþæœəı]/g, (letter) => withoutMark[letter]!);
}

/**
 * The number of letters to replace, insert or delete to change one text into the other (Levenshtein). Beyond `max` it
 * stops: the result is then greater than `max`, and may be less than the distance.
 */
export function editDistance(a: string, b: string, max = Infinity): number {
  if (Math.abs(a.length - b.length) > max) return Math.abs(a.length - b.length);
  const row = new Uint32Array(b.length + 1).map((_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    let diagonal = row[0]!;
    let least = (row[0] = i);
    for (let k = 1; k <= b.length; k++) {
      const change = diagonal + (a[i - 1] === b[k - 1] ? 0 : 1);
      diagonal = row[k]!;
      const distance = Math.min(change, diagonal + 1, row[k - 1]! + 1);
      if (distance < least) least = distance;
      row[k] = distance;
    }
    if (least > max) return least;
  }
  return row[b.length]!;
}

/** The number of places at which two texts of one length differ; infinite where their lengths do. */
export const differences = (a: string, b: string): number =>
  a.length === b.length ? [...a].filter((letter, i) => letter !== b[i]).length : Infinity;
