import { type Country, anyCountry, countries } from './countries';
import { editDistance, folded } from './folded';
import type { PrintedLine } from './read-lines';

/** The country by the MRZ's issuer, else by the header of the card. */
export function whichCountry(lines: PrintedLine[], issuer: string | null): Country {
  if (issuer && issuer !== 'UTO') {
    const named = countries.find((country) => country.code === issuer);
    if (named) return named;
    if (/^[A-Z]{3}$/.test(issuer)) return byHeader(lines) ?? { ...anyCountry, code: issuer };
  }
  return byHeader(lines) ?? anyCountry;
}

function byHeader(lines: PrintedLine[]): Country | null {
  const texts = lines.map((line) => folded(line.text));
  for (const country of countries) {
    if (country.markers.some((marker) => texts.some((text) => shows(text, marker)))) return country;
  }
  return null;
}

function shows(text: string, marker: string): boolean {
  if (marker.length < 10) return ` ${text} `.includes(` ${marker} `);
  if (text.includes(marker)) return true;
  return Math.abs(text.length - marker.length) < 4 && editDistance(text, marker) <= marker.length * 0.2;
}
