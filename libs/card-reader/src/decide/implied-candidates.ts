import { type Country, hasFile } from '../countries';
import { isLicence } from '../countries/licences';
import { nationalityOf, parseNationality } from '../countries/nationalities';
import { isClearlyRead, type PrintedLine } from '../read/printed-line';
import type { FieldName } from '../reading';
import { parseGender } from '../text/genders';
import { normalizeText } from '../text/normalize-text';
import { type FieldCandidate, candidatesFor } from './field-candidates';

const [NAMED_CONFIDENCE, UNLABELLED_CONFIDENCE, CITIZENS_ONLY_CONFIDENCE] = [0.8, 0.6, 0.85];
const UNREAD = 30;
const [MIN_WORD_LENGTH, MIN_GENDER_LENGTH] = [4, 5];

const PASSPORT = /\b(PASAPORTE|PASSPORT|PASSAPORTE)\b/;
const CARD =
  /\b(IDENTIDAD|IDENTITY|IDENTIFICATION|IDENTIDADE|IDENTITE|CEDULA|CIUDADANIA|KARTU TANDA|KAD PENGENALAN|RESIDENCE CARD)\b/;
/** What makes the holder a citizen, or the religion: SALVADOREÑO POR NACIMIENTO, WARGANEGARA ISLAM. */
const BEHIND_NATIONALITY = / (?:POR\b.*|ISLAM)$/;
/** Titles of cards that a country gives to its citizens, and what only a card for others says. */
const OF_CITIZENS =
  /\b(NATIONAL (IDENTITY|IDENTIFICATION|ID|REGISTRATION)\b|NATIONALE D IDENTITE\b|IDENTITE NATIONALE\b|NACIONAL DE IDENTIDAD|CITIZEN|CITOYEN|CIDADAO|CIUDADAN)/;
const OF_OTHERS =
  /\b(FOREIGN|ALIEN|REFUGEE|RESIDEN(T|CE|TE) (CARD|PERMIT|ID|IDENTITY)|NON CITIZEN|EXTRANJ|ETRANGER|ESTRANGEIR|SEJOUR|MIGRA[TC])/;

/** What a card says without a label: the type of document, the nationality of citizens, a gender that is a word. */
export function impliedCandidates(lines: PrintedLine[], country: Country, said: FieldCandidate[]): FieldCandidate[] {
  const texts = lines.map(({ text }) => normalizeText(text));
  return [
    ...implied('doc_type', kindOf(lines, texts, country)),
    ...implied('nationality', nationalityOfCitizens(lines, texts, country, said)),
    ...implied('gender', onlyGender(lines, country)),
  ];
}

type Implied = { value: string; confidence: number } | null;

const implied = (field: FieldName, found: Implied): FieldCandidate[] =>
  found ? [{ field, ...found, source: 'print', hasValidCheckDigit: false }] : [];

function kindOf(lines: PrintedLine[], texts: string[], { code }: Country): Implied {
  if (texts.some((text) => PASSPORT.test(text))) return { value: 'P', confidence: NAMED_CONFIDENCE };
  if (isLicence(lines)) return { value: 'DL', confidence: NAMED_CONFIDENCE };
  if (texts.some((text) => CARD.test(text))) return { value: 'ID', confidence: NAMED_CONFIDENCE };
  return code === '' ? null : { value: 'ID', confidence: UNLABELLED_CONFIDENCE };
}

/** A national identity card is given to citizens: where nothing else tells the nationality, it is the issuer's. */
function nationalityOfCitizens(
  lines: PrintedLine[],
  texts: string[],
  country: Country,
  said: FieldCandidate[],
): Implied {
  const value = country.code;
  const isOfOthers =
    texts.some((text) => OF_OTHERS.test(text)) || isLicence(lines) || hasNumberOfForeigner(said, country);
  if (country.isForCitizensOnly && !isOfOthers) return { value, confidence: CITIZENS_ONLY_CONFIDENCE };
  const unlabelled = { value, confidence: UNLABELLED_CONFIDENCE };
  if (texts.some((text) => text.length > 4 && nationalityOf(text.replace(BEHIND_NATIONALITY, '')) === value))
    return unlabelled;
  const isUnknown = value !== '' && !hasFile(country) && candidatesFor('nationality', said).length === 0;
  return isUnknown && !isOfOthers && texts.some((text) => OF_CITIZENS.test(text)) ? unlabelled : null;
}

const hasNumberOfForeigner = (said: FieldCandidate[], { isNumberOfForeigner }: Country) =>
  isNumberOfForeigner !== undefined && candidatesFor('nin', said).some(({ value }) => isNumberOfForeigner(value));

function onlyGender(lines: PrintedLine[], country: Country): Implied {
  const found = lines.map((line) => besideNationality(line, country) ?? unlabelledGender(line));
  const genders = new Set(found.filter((gender) => gender !== null));
  const [value] = genders;
  return value && genders.size === 1 ? { value, confidence: UNLABELLED_CONFIDENCE } : null;
}

/** A line that is nothing but a word for a gender, or that behind another script; a short one may be a name. */
function unlabelledGender(line: PrintedLine): string | null {
  const { text, words } = line;
  if (isClearlyRead(line) && text.length >= MIN_GENDER_LENGTH) return parseGender(text, false);
  // What stands before the slash may be in another script, and the slash a part of its last letter.
  const [before, behind, another] = words;
  if (!before || !behind || another || !isClearlyRead(behind)) return null;
  const isUnread = before.confidence < UNREAD && behind.text.length >= MIN_WORD_LENGTH;
  return before.text.endsWith('/') || isUnread ? parseGender(behind.text, false) : null;
}

/** The gender and the nationality of the issuer, in a row that was read as one line: M BELIZEAN. */
function besideNationality(line: PrintedLine, { code }: Country): string | null {
  const [, gender, word] = /^([MF]) (\w{4,})$/.exec(normalizeText(line.text)) ?? [];
  const isOfIssuer = gender && isClearlyRead(line) && parseNationality(word!, code) === code;
  return isOfIssuer ? gender : null;
}
