import type { PrintedLine } from './printed-line';

/** A line as if it had been read. */
export function lineAt(text: string, x: number, y: number, height = 20, confidence = 95): PrintedLine {
  const each = height * 0.62;
  let at = x;
  const words = text.split(' ').map((word) => {
    const letters = [...word].map((letter, i) => ({
      text: letter,
      confidence,
      box: { x: at + i * each, y, width: each, height },
    }));
    const box = { x: at, y, width: word.length * each, height };
    at += (word.length + 1) * each;
    return { text: word, confidence, box, letters };
  });
  return { text, confidence, words, box: { x, y, width: text.length * each, height } };
}
