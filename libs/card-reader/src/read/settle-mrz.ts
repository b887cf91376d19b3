import { parseDate, parseMrzDate } from '../text/dates';
import { alphanumeric } from '../text/misread-characters';
import { differences } from '../text/normalize-text';
import { partsOfCode } from './barcode-document';
import { areAllRight, documentNumberOf, sliceSpan } from './mrz-check-digits';
import { mrzLayouts, type Span } from './mrz-layouts';
import { extendSpan, replaceDate, replaceLongNumber, replaceSpan } from './replace-number';
import { parseMrz } from './parse-mrz';
import type { PrintedLine } from './printed-line';
import type { MrzReading } from './read-mrz';

const MIN_NUMBER = 5;
const MAX_EXCHANGED = 2;
/** With two printed values, a check digit alone may have been misread. */
const ENOUGH_SHOWN = 2;

/** What print and codes say, in the form of the zone. */
interface Shown {
  numbers: Set<string>;
  dates: Set<string>;
}

/**
 * Chooses among all readings of zone and print the text whose check digits are right. Where the zone alone is in doubt,
 * the numbers and dates that the card prints decide, and the numbers of its barcodes.
 */
export function settleMrz(mrz: MrzReading, lines: PrintedLine[], codes: string[] = []): MrzReading {
  const isRight = Object.values(mrz.checkDigits).every(Boolean);
  const isCertain = isRight && !mrz.isRepaired;
  if (isCertain && !hasTwoLettersO(mrz) && !/[S8G6]/.test(mrz.optional.join(''))) return mrz;
  const coded = {
    numbers: new Set([...numbersIn(codes.map(partsOfCode)), ...within(codes, mrz)]),
    dates: new Set<string>(),
  };
  const shown = { numbers: new Set([...numbersIn(lines.map(wordsOf)), ...coded.numbers]), dates: datesIn(lines) };
  const printed = fromPrint(mrz, shown).filter(
    (text) => !isCertain || hasTwoLettersO(mrz) || areAlike(mrz, mrz.asRead, text),
  );
  const texts = [...(isRight ? [mrz.lines] : []), ...mrz.alternatives, ...printed];
  const best = chooseText(mrz, distinct(texts), shown, coded);
  if (!best || (isCertain && best.join() === mrz.lines.join())) return mrz;
  const isConfirmed = isConfirmedBy(mrz, best, shown);
  return { ...mrz, ...parseMrz(best, mrz.kind), lines: best, isRepaired: true, isConfirmed, alternatives: [] };
}

/** Null where two texts are as likely, or nothing that was seen speaks for the likeliest one. */
function chooseText(mrz: MrzReading, texts: string[][], shown: Shown, coded: Shown): string[] | null {
  const ranked = texts
    .map((text) => ({
      text,
      exchanged: exchangedSpans(mrz, text),
      places: countExchanged(mrz, text),
      support: countShown(mrz, text, shown),
      unseen: countUnseen(mrz, text),
    }))
    .sort((a, b) => byLikelihood(a, b) || digitsOf(b.text) - digitsOf(a.text));
  const [best, ...others] = ranked;
  if (!best || others.some((other) => byLikelihood(best, other) >= 0 && !areAlike(mrz, best.text, other.text)))
    return null;
  const isCurrent = best.text.join() === mrz.lines.join();
  const needsNoPrint = isCurrent || best.unseen === 0 || isSupported(mrz, best, coded);
  return needsNoPrint || best.support > countShown(mrz, mrz.asRead, shown) ? best.text : null;
}

/** Two of them may count as two zeros do: the check digits hold for both. */
const hasTwoLettersO = ({ number }: MrzReading) => /O.*O/.test(number);

interface Rank {
  exchanged: Span[];
  /** The exchanged characters, check digits among them. */
  places: number;
  /** The values that the card prints. */
  support: number;
  /** The exchanged characters that no reading of the zone saw. */
  unseen: number;
}

/** Only check digits were misread and enough is shown, or barcodes, which correct their own errors, hold the rest. */
const isSupported = (mrz: MrzReading, { text, exchanged, support }: Rank & { text: string[] }, coded: Shown) =>
  exchanged.length === 0 ? support >= ENOUGH_SHOWN : exchanged.every((span) => isShown(mrz, text, span, coded));

const digitsOf = ([first]: string[]) => first!.replace(/\D/g, '').length;

/** S and 8, G and 6 count alike in check digits: in optional data that nothing else shows, either may stand. */
function areAlike(mrz: MrzReading, one: string[], other: string[]): boolean {
  const counted = (text: string[]) => text.join().replace(/S/g, '8').replace(/G/g, '6');
  const spans = exchangedSpans({ ...mrz, asRead: one }, other);
  return spans.every((span) => mrzLayouts[mrz.kind].optional.includes(span)) && counted(one) === counted(other);
}

const byLikelihood = (a: Rank, b: Rank) =>
  b.support - a.support || a.unseen - b.unseen || a.exchanged.length - b.exchanged.length || a.places - b.places;

const distinct = (texts: string[][]) => [...new Map(texts.map((text) => [text.join(), text])).values()];

const wordsOf = ({ words }: PrintedLine) => words.map(({ text }) => text);

/** Every word with digits, and every sequence of words in a line; a printed O may be a zero. */
function numbersIn(lines: string[][]): Set<string> {
  const numbers = new Set<string>();
  for (const words of lines) {
    for (let from = 0; from < words.length; from++) {
      let text = '';
      for (const word of words.slice(from, from + 5)) {
        text += alphanumeric(word);
        if (text.length < MIN_NUMBER || text.length > 15 || !/\d.*\d/.test(text)) continue;
        numbers.add(text).add(withZeros(text));
      }
    }
  }
  return numbers;
}

/** What resembles the number of the zone within codes that do not divide their parts. */
function within(codes: string[], { asRead, kind }: MrzReading): string[] {
  const { number } = documentNumberOf(asRead, kind);
  return codes
    .map(alphanumeric)
    .flatMap((code) =>
      Array.from({ length: Math.max(0, code.length - number.length + 1) }, (_, at) =>
        code.slice(at, at + number.length),
      ).filter((part) => differences(part, number) <= MAX_EXCHANGED),
    );
}

const datesIn = (lines: PrintedLine[]) =>
  new Set(lines.map(({ text }) => parseDate(text)).filter((date) => date !== null));

const spansOf = ({ kind }: MrzReading): Span[] => {
  const { number, optional, birth, expiry } = mrzLayouts[kind];
  return [number, ...optional, birth, expiry];
};

/** The texts with right check digits in which one printed value stands for a misread one; if there are none, two. */
function fromPrint(mrz: MrzReading, shown: Shown): string[][] {
  const isRight = (text: string[]) => areAllRight(text, mrz);
  const once = withPrinted(mrz, mrz.asRead, shown);
  const right = once.filter(isRight);
  return right.length > 0 ? right : once.flatMap((text) => withPrinted(mrz, text, shown)).filter(isRight);
}

/** The texts in which a printed date, or a printed number of the same length, stands for what was read. */
function withPrinted({ asRead, kind }: MrzReading, text: string[], { numbers, dates }: Shown): string[][] {
  const { number, optional, birth, expiry } = mrzLayouts[kind];
  const near = (own: string, all: Iterable<string> = numbers) =>
    [...all].filter((other) => other !== own && differences(other, own) <= MAX_EXCHANGED);
  const bySpan = [number, ...optional].flatMap((span) => {
    const own = alphanumeric(sliceSpan(asRead, span));
    const whole = [...numbers].filter((other) => isEndLost(own, other));
    return [
      ...near(own).map((other) => replaceSpan(text, span, other)),
      ...whole.map((other) => extendSpan(text, span, other)),
    ];
  });
  const asInZone = [...dates].map((date) => date.replace(/(..).(..).(?:..)(..)/, '$3$2$1'));
  const byDate = [birth, expiry].flatMap((span) =>
    near(sliceSpan(asRead, span), asInZone).map((other) => replaceDate(text, span, other)),
  );
  const begin = sliceSpan(asRead, number);
  const asLong = (other: string) => begin + sliceSpan(asRead, optional[0]!).slice(0, other.length - begin.length);
  const byLongNumber = [...numbers]
    .filter(
      (other) => kind === 'TD1' && other.length > begin.length && differences(other, asLong(other)) <= MAX_EXCHANGED,
    )
    .map((other) => replaceLongNumber(text, kind, other));
  return [...bySpan, ...byDate, ...byLongNumber].filter((changed) => changed !== null);
}

/** Whether a number lost its last characters, in a reflection for example. */
const isEndLost = (read: string, whole: string) =>
  read.length >= MIN_NUMBER && read !== whole && whole.startsWith(read);

/** The fields in which a text differs from what was read. */
const exchangedSpans = (mrz: MrzReading, text: string[]): Span[] =>
  spansOf(mrz).filter(([line, from, to]) =>
    Array.from({ length: to - from }, (_, i) => from + i).some((at) => !isAsRead(mrz, text, line, at)),
  );

const countExchanged = (mrz: MrzReading, text: string[]) =>
  text.flatMap((row, line) => [...row].filter((_, at) => !isAsRead(mrz, text, line, at))).length;

const countUnseen = (mrz: MrzReading, text: string[]) =>
  text.flatMap((row, line) => [...row].filter((_, at) => !isSeen(mrz, text, line, at))).length;

/** Whether a reading of the zone saw the character. */
export const isSeen = (mrz: MrzReading, text: string[], line: number, at: number): boolean =>
  isAsRead(mrz, text, line, at) ||
  isRoundAlike(text[line]![at]!, mrz.asRead[line]![at]!) ||
  mrz.seen[line]?.[at]?.includes(text[line]![at]!) === true;

/** No reading of zone or print tells an O from a zero: only check digits do. */
const isRoundAlike = (one: string, other: string) => 'O0'.includes(one) && 'O0'.includes(other);
const withZeros = (number: string) => number.replace(/O/g, '0');

/** An O within digits is a zero. */
function isAsRead(mrz: MrzReading, text: string[], line: number, at: number): boolean {
  const [letter, read] = [text[line]![at]!, mrz.asRead[line]![at]!];
  return letter === read || (letter === '0' && read === 'O' && /^\d+$/.test(runAround(mrz, text, line, at)));
}

/** The characters of the field around a place, up to the next filler on either side. */
function runAround(mrz: MrzReading, text: string[], line: number, at: number): string {
  const span = spanAt(mrz, line, at);
  if (!span) return '';
  const [before, after] = [text[line]!.slice(span[1], at), text[line]!.slice(at, span[2])];
  return before.slice(before.lastIndexOf('<') + 1) + after.split('<')[0];
}

const spanAt = (mrz: MrzReading, line: number, at: number) =>
  spansOf(mrz).find(([l, from, to]) => l === line && at >= from && at < to);

/** Whether each exchanged character was seen by another reading of the zone, or is in a value that the card prints. */
function isConfirmedBy(mrz: MrzReading, text: string[], shown: Shown): boolean {
  return text.every((row, line) =>
    [...row].every((_, at) => {
      if (isSeen(mrz, text, line, at)) return true;
      const span = spanAt(mrz, line, at);
      return span ? isShown(mrz, text, span, shown) : countShown(mrz, text, shown) >= ENOUGH_SHOWN;
    }),
  );
}

const countShown = (mrz: MrzReading, text: string[], shown: Shown) =>
  spansOf(mrz).filter((span) => isShown(mrz, text, span, shown)).length;

function isShown(mrz: MrzReading, text: string[], span: Span, { numbers, dates }: Shown): boolean {
  const { birth, expiry, number, optional } = mrzLayouts[mrz.kind];
  const long = documentNumberOf(text, mrz.kind);
  if (long.rest > 0 && (span === number || span === optional[0]) && numbers.has(long.number)) return true;
  const value = sliceSpan(text, span);
  if (span === birth || span === expiry) {
    const date = parseMrzDate(value, span === birth ? 'birth' : 'expiry');
    return date !== null && dates.has(date);
  }
  const parts = value.split('<').filter(Boolean);
  return parts.length > 0 && (numbers.has(parts.join('')) || parts.every((part) => numbers.has(part)));
}
