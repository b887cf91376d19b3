import type { PrintedLine } from './read-lines';

/** A line as if it had been read: text, left, top, height, how sure. */
export function lineAt(text: string, x: number, y: number, height = 20, sure = 95): PrintedLine {
  const each = height * 0.62;
  let at = x;
  const words = text.split(' ').map((word) => {
    const letters = [...word].map((letter, i) => ({
      text: letter,
      sure,
      box: { x: at + i * each, y, width: each, height },
    }));
    const box = { x: at, y, width: word.length * each, height };
    at += (word.length + 1) * each;
    return { text: word, sure, box, letters };
  });
  return { text, sure, words, box: { x, y, width: text.length * each, height } };
}
