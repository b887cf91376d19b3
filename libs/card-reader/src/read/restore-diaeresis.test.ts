import type { Picture } from '../picture/picture';
import type { PrintedLine } from './printed-line';
import { restoreDiaeresis } from './restore-diaeresis';

const [LETTER, HEIGHT, TOP] = [20, 30, 20];

/** Letters as black blocks, with marks of four pixels, `above` pixels above them. */
function drawn(text: string, marks: Record<number, number>, above = 8): { line: PrintedLine; normalized: Picture } {
  const width = text.length * LETTER;
  const data = Buffer.alloc(width * 60, 255);
  const fill = (x: number, y: number, w: number, h: number) => {
    for (let row = y; row < y + h; row++) data.fill(0, row * width + x, row * width + x + w);
  };
  const letters = [...text].map((letter, i) => {
    fill(i * LETTER + 2, TOP, LETTER - 6, HEIGHT);
    for (let mark = 0; mark < (marks[i] ?? 0); mark++) fill(i * LETTER + 2 + mark * 8, TOP - above, 4, 4);
    return { text: letter, confidence: 96, box: { x: i * LETTER, y: TOP, width: LETTER - 2, height: HEIGHT } };
  });
  const box = { x: 0, y: TOP, width, height: HEIGHT };
  const line = { text, confidence: 96, box, words: [{ text, confidence: 96, box, letters }] };
  return { line, normalized: { data, width, height: 60, channels: 1 } };
}

const restored = (
  text: string,
  marks: Record<number, number>,
  language: 'spa' | 'nld' | 'sqi' | 'tur' | 'fra' = 'spa',
  above = 8,
) => {
  const { line, normalized } = drawn(text, marks, above);
  return restoreDiaeresis(line, normalized, language).text;
};

it('puts two dots back where they are printed and the language has them', () => {
  expect(restored('ZOE', { 2: 2 }, 'nld')).toBe('ZOË');
  expect(restored('Zoe', { 2: 2 }, 'nld')).toBe('Zoë');
  expect(restored('GENT', { 1: 2 }, 'sqi')).toBe('GËNT');
  expect(restored('AGUERO', { 2: 2 })).toBe('AGÜERO');
  expect(restored('LOE', { 2: 2 }, 'fra')).toBe('LOË');
});

it('takes any mark between G and E for two dots in Spanish', () => {
  expect(restored('AGÚERO', {})).toBe('AGÜERO');
  expect(restored('AGÚERO', {}, 'fra')).toBe('AGÚERO');
  expect(restored('BAÚL', {})).toBe('BAÚL');
});

it('leaves letters with one mark or none, and those that have no dots in the language', () => {
  expect(restored('ZOE', {}, 'nld')).toBe('ZOE');
  expect(restored('ZOE', { 2: 1 }, 'nld')).toBe('ZOE');
  // So far above a small letter is another line.
  expect(restored('Zoe', { 2: 2 }, 'nld', 14)).toBe('Zoe');
  expect(restored('ZOE', { 2: 2 })).toBe('ZOE');
  expect(restored('RUIZ', { 1: 2 })).toBe('RUIZ');
  expect(restored('ZOE', { 2: 2 }, 'tur')).toBe('ZOE');
  expect(restored('LEA', { 1: 2 }, 'fra')).toBe('LEA');
});
