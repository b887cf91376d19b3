import { zoneDate } from './dates';
import type { Day, Gender } from './persons';

/** What the machine-readable zone of a document holds, after ICAO 9303. */
export type ZoneData = {
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
};

/** Three lines of 30, as cards have them. */
export function cardZone(data: ZoneData): string[] {
  const { code, country, nationality, number, birth, gender, due, optional = '', optional2 = '' } = data;
  const [shortNumber, long] = splitNumber(number);
  const upper = filled(`${code.padEnd(2, '<')}${country}${shortNumber}${long}${optional}`, 30);
  const dates = `${checked(zoneDate(birth))}${gender}${checked(zoneDate(due))}`;
  const middle = `${dates}${nationality}${filled(optional2, 11)}`;
  const covered = upper.slice(5) + middle.slice(0, 7) + middle.slice(8, 15) + middle.slice(18, 29);
  return [upper, middle + checkDigit(covered), zoneNames(data, 30)];
}

/** Two lines of 44, as passports have them. */
export function passportZone(data: ZoneData): string[] {
  const { country, nationality, number, birth, gender, due, optional = '' } = data;
  const own = checked(filled(number, 9));
  const middle = `${own}${nationality}${checked(zoneDate(birth))}${gender}${checked(zoneDate(due))}${checked(filled(optional, 14))}`;
  const covered = middle.slice(0, 10) + middle.slice(13, 20) + middle.slice(21, 43);
  return [`P<${country}${zoneNames(data, 39)}`, middle + checkDigit(covered)];
}

/** A number beyond nine signs goes on in the optional data, after a filler. */
function splitNumber(number: string): [string, string] {
  if (number.length <= 9) return [checked(filled(number, 9)), ''];
  return [`${number.slice(0, 9)}<`, `${number.slice(9)}${checkDigit(number)}<`];
}

function zoneNames({ surnames, givenNames }: ZoneData, length: number): string {
  const words = (names: string[]) => names.map(zoneLetters).join('<');
  return filled(`${words(surnames)}<<${words(givenNames)}`, length);
}

function zoneLetters(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Z0-9]/g, '<');
}

const filled = (text: string, length: number) => text.padEnd(length, '<').slice(0, length);
const checked = (text: string) => text + checkDigit(text);

/** Weights 7, 3, 1; letters count from 10, fillers nothing. */
export function checkDigit(text: string): string {
  const value = (sign: string) => (sign === '<' ? 0 : parseInt(sign, 36));
  return String([...text].reduce((sum, sign, at) => sum + value(sign) * [7, 3, 1][at % 3]!, 0) % 10);
}
