import { readFileSync } from 'node:fs';
import { parse, type Font, type PathCommand } from 'opentype.js';

export type Typeface = 'lato' | 'open-sans' | 'roboto-condensed';
export type Weight = 400 | 700;

const fonts = new Map<string, Font>();

function fontOf(typeface: Typeface, weight: Weight): Font {
  const file = `${typeface}-latin-${weight}-normal.woff`;
  const known = fonts.get(file);
  if (known) return known;
  const bytes = readFileSync(require.resolve(`@fontsource/${typeface}/files/${file}`));
  const font = parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  fonts.set(file, font);
  return font;
}

type TextStyle = { text: string; x: number; y: number; size: number; typeface: Typeface; weight: Weight };

/**
 * Text as an outline: the result does not depend on the fonts of the machine. Letter by letter, because the parser does
 * not support the ligatures of these fonts, and cards use none.
 */
export function outlineOf({ text, x, y, size, typeface, weight }: TextStyle): string {
  const font = fontOf(typeface, weight);
  let at = x;
  const letters = [...text].map((letter) => {
    const glyph = font.charToGlyph(letter);
    const outline = glyph.getPath(at, y, size).commands.map(toPathData).join('');
    at += advanceOf(font, letter, size);
    return outline;
  });
  return letters.join('');
}

/** The path writer of the package fails on numbers close to zero. */
function toPathData(command: PathCommand): string {
  const numbers: number[] = [];
  if ('x1' in command) numbers.push(command.x1, command.y1);
  if ('x2' in command) numbers.push(command.x2, command.y2);
  if ('x' in command) numbers.push(command.x, command.y);
  return command.type + numbers.map((number) => number.toFixed(2)).join(' ');
}

export function widthOf({ text, size, typeface, weight }: Omit<TextStyle, 'x' | 'y'>): number {
  const font = fontOf(typeface, weight);
  return [...text].reduce((sum, letter) => sum + advanceOf(font, letter, size), 0);
}

function advanceOf(font: Font, letter: string, size: number): number {
  return ((font.charToGlyph(letter).advanceWidth ?? 0) * size) / font.unitsPerEm;
}
