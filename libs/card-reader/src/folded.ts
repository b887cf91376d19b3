/** Upper case letters and figures without accents, single spaces between words: the form in which texts are compared. */
export function folded(text: string): string {
  return bare(text.toUpperCase())
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim();
}

/** The text without accents; Ñ becomes N as in the MRZ. */
export function bare(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}

/** How many letters must be changed, added or left out to turn one text into the other. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let k = 1; k <= b.length; k++) {
      const change = row[k - 1]! + (a[i - 1] === b[k - 1] ? 0 : 1);
      next.push(Math.min(change, row[k]! + 1, next[k - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
