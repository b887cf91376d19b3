import type { Picture } from '../picture/picture';
import { alphanumeric } from '../text/misread-characters';
import type { PrintedLine } from './printed-line';
import { LINE_HEIGHT, type LineEngines, readLine } from './read-line';

/** Letters that count in a check digit like a digit they resemble, as two O like two zeros: it cannot tell them. */
export const AMBIGUOUS = /[SGIUZ]|O.*O/;
/** Models of two languages expect other letters next to each other: ES in Spanish, where a card has E8. */
const OTHER_MODEL = 'deu';
/** Below the confidence of a certain line. */
const DOUBTED = 70;

/**
 * Zone and print of a card are read by one model, and err alike. Where the zone's number has a letter that its check
 * digit cannot tell from a digit, another model reads the print: if it sees a digit, that is the print, and uncertain.
 */
export function rereadNumber(
  engines: LineEngines,
  normalized: Picture,
  lines: PrintedLine[],
  number: string,
): PrintedLine[] {
  if (!AMBIGUOUS.test(number)) return lines;
  return lines.map((line) => {
    if (alphanumeric(line.text) !== number) return line;
    const again = readLine(engines, normalized, line.box, LINE_HEIGHT, OTHER_MODEL);
    return hasDigitsForLetters(alphanumeric(again.text), number) ? { ...again, confidence: DOUBTED } : line;
  });
}

function hasDigitsForLetters(text: string, number: string): boolean {
  const places = [...number].map((letter, i) => [letter, text[i] ?? ''] as const);
  const isSameOrDigit = places.every(([letter, other]) => letter === other || isDigitForLetter(letter, other));
  return text.length === number.length && text !== number && isSameOrDigit;
}

const isDigitForLetter = (letter: string, other: string) => /[SGIUZO]/.test(letter) && /\d/.test(other);
