import { mrzDate } from './dates';
import type { Day, Gender } from './persons';

/** The data of a machine readable zone (ICAO 9303). */
type MrzData = {
  code: string;
  country: string;
  nationality: string;
  number: string;
  surnames: string[];
  givenNames: string[];
  birth: Day;
  gender: Gender;
  due: Day;
  optional?: string;
  optional2?: string;
  /** Writes Ü as UE, as German cards do. */
  spellsOut?: boolean;
};

/** TD1: three lines of 30 characters. */
export function cardMrz(data: MrzData): string[] {
  const { code, country, nationality, number, birth, gender, due, optional = '', optional2 = '' } = data;
  const [shortNumber, long] = splitNumber(number);
  const upper = padded(`${code.padEnd(2, '<')}${country}${shortNumber}${long}${optional}`, 30);
  const dates = `${withCheckDigit(mrzDate(birth))}${gender}${withCheckDigit(mrzDate(due))}`;
  const middle = `${dates}${nationality}${padded(optional2, 11)}`;
  const covered = upper.slice(5) + middle.slice(0, 7) + middle.slice(8, 15) + middle.slice(18, 29);
  return [upper, middle + checkDigit(covered), mrzNames(data, 30)];
}

/** TD2: two lines of 36 characters. */
export function smallMrz(data: MrzData): string[] {
  const { code, country, nationality, number, birth, gender, due, optional = '' } = data;
  const own = withCheckDigit(padded(number, 9));
  const dates = `${withCheckDigit(mrzDate(birth))}${gender}${withCheckDigit(mrzDate(due))}`;
  const middle = `${own}${nationality}${dates}${padded(optional, 7)}`;
  const covered = middle.slice(0, 10) + middle.slice(13, 20) + middle.slice(21, 35);
  return [`${code.padEnd(2, '<')}${country}${mrzNames(data, 31)}`, middle + checkDigit(covered)];
}

/** TD3: two lines of 44 characters. */
export function passportMrz(data: MrzData): string[] {
  const { country, nationality, number, birth, gender, due, optional = '' } = data;
  const own = withCheckDigit(padded(number, 9));
  const dates = `${withCheckDigit(mrzDate(birth))}${gender}${withCheckDigit(mrzDate(due))}`;
  const middle = `${own}${nationality}${dates}${withCheckDigit(padded(optional, 14))}`;
  const covered = middle.slice(0, 10) + middle.slice(13, 20) + middle.slice(21, 43);
  return [`P<${country}${mrzNames(data, 39)}`, middle + checkDigit(covered)];
}

/** A number of more than nine characters continues in the optional data, after a filler. */
function splitNumber(number: string): [string, string] {
  if (number.length <= 9) return [withCheckDigit(padded(number, 9)), ''];
  return [`${number.slice(0, 9)}<`, `${number.slice(9)}${checkDigit(number)}<`];
}

function mrzNames({ surnames, givenNames, spellsOut }: MrzData, length: number): string {
  const words = (names: string[]) => names.map((name) => mrzLetters(spellsOut ? spelledOut(name) : name)).join('<');
  return padded(`${words(surnames)}<<${words(givenNames)}`, length);
}

const spelledOut = (text: string) =>
  text.replace(/[ÄÖÜß]/g, (letter) => ({ Ä: 'AE', Ö: 'OE', Ü: 'UE', ß: 'SS' })[letter]!);

/** Apostrophes are left out, marks dropped. */
function mrzLetters(text: string): string {
  return text
    .replace(/'/g, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Z0-9]/g, '<');
}

const padded = (text: string, length: number) => text.padEnd(length, '<').slice(0, length);
const withCheckDigit = (text: string) => text + checkDigit(text);

/** Weights 7, 3, 1; letters count from 10, fillers count 0. */
export function checkDigit(text: string): string {
  const value = (character: string) => (character === '<' ? 0 : parseInt(character, 36));
  return String([...text].reduce((sum, character, at) => sum + value(character) * [7, 3, 1][at % 3]!, 0) % 10);
}
