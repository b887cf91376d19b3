import { type Country, hasFile } from '../countries';
import { countryCode } from '../countries/nationalities';
import { languageOfCard, languageOfCountry } from '../countries/language-of-country';
import type { TextModel } from '../languages/language';
import type { Picture } from '../picture/picture';
import { normalizeText } from '../text/normalize-text';
import type { Trace } from '../trace';
import type { Engines } from './engines';
import { labelKindOf } from './labels';
import { wordsWithOverlookedMarks } from './overlooked-marks';
import type { PrintedLine } from './printed-line';
import { LINE_HEIGHT, readLine } from './read-line';
import type { MrzReading } from './read-mrz';
import { CERTAIN } from './read-printed-line';
import type { Side } from './read-side';
import { rereadByMrz } from './reread-by-mrz';
import { rereadNumber } from './reread-number';
import { rereadValues } from './reread-values';
import type { Word } from './text-engine';

/** The lines of both sides, front first. */
export interface CardPrint {
  /** Read in the language of the country. */
  lines: PrintedLine[][];
  /** The language of the names; null if it is unknown: then their marks may be missing. */
  language: TextModel | null;
  /** The same lines; those that nearly match a name of the MRZ were read again. */
  withNames: PrintedLine[][];
  /** The words of these lines that may lack a mark: overlooked, or unknown to the model that read them. */
  mayLackMarks: Set<Word>;
}

/** Reads lines again where country and MRZ, known by now, promise a better reading. */
export async function rereadPrint(
  engines: Engines,
  sides: Side[],
  country: Country,
  mrz: MrzReading | null,
  trace: Trace,
): Promise<CardPrint> {
  const texts = sides.flatMap((side) => side.lines.map(({ text }) => text));
  const language = languageOfHolder(mrz, country) ?? languageOfCard(country, texts);
  const inLanguage = await trace('other language', () =>
    sides.map((side) => rereadInLanguage(engines, side, language)),
  );
  const withValues = await trace('values again', () =>
    sides.map((side, i) => rereadValues(engines, side, inLanguage[i]!, country, language ?? 'spa')),
  );
  // The form of the numbers of a country with a file tells letters from digits.
  const lines = await trace('number again', () =>
    mrz && !hasFile(country)
      ? sides.map(({ normalized }, i) => rereadNumber(engines, normalized, withValues[i]!, mrz.number))
      : withValues,
  );
  const withNames = await trace('names again', () =>
    mrz ? sides.map((side, i) => rereadByMrz(engines, side, lines[i]!, mrz, language)) : lines,
  );
  const unmarked = sides.flatMap((side, i) =>
    withNames[i]!.flatMap((line) => wordsWithoutMarks(line, side, language ?? 'spa')),
  );
  return { lines, language, withNames, mayLackMarks: new Set(unmarked) };
}

/** A foreigner's names are in the language of another country than that of the card; null for a citizen. */
function languageOfHolder(mrz: MrzReading | null, issuer: Country): TextModel | null {
  const nationality = mrz && countryCode(mrz.nationality);
  if (!nationality || !issuer.code || nationality === issuer.code) return null;
  return languageOfCountry({ code: nationality });
}

/** The words that may lack marks: all of a line that only the model of another language has read. */
function wordsWithoutMarks(line: PrintedLine, { lines, normalized }: Side, language: TextModel): Word[] {
  const isOfOtherModel = language !== 'spa' && lines.includes(line);
  return isOfOtherModel ? line.words : wordsWithOverlookedMarks(line, normalized, language);
}

/** Names may be separated by commas. */
const NAMES = /^[\p{L}' ,-]{4,}$/u;

/** Only names need the model of another language: it knows their accents. */
function rereadInLanguage(engines: Engines, { normalized, lines }: Side, language: TextModel | null): PrintedLine[] {
  if (!language || language === 'spa') return lines;
  return lines.map((line) => {
    const isName = NAMES.test(line.text) && labelKindOf(line.text, line.confidence) === null;
    return isName ? rereadLine(engines, normalized, line, language) : line;
  });
}

/**
 * Reads a line again in another language. Takes the new reading if it is more certain, or differs in accents alone;
 * else keeps the first.
 */
function rereadLine(engines: Engines, normalized: Picture, line: PrintedLine, language: TextModel): PrintedLine {
  const again = readLine(engines, normalized, line.box, LINE_HEIGHT, language);
  const isBetter = again.confidence > CERTAIN || again.confidence > line.confidence;
  return isBetter || normalizeText(again.text) === normalizeText(line.text) ? again : line;
}
