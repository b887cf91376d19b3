import { anchoredNames, nearlyNamed, sameName } from './anchored-names';
import { barcodeDocument } from './barcode-documents';
import { checksOf } from './checks';
import { contradictionsOf } from './contradictions';
import type { Claim } from './claims';
import { type Country, countries } from './countries';
import { cutFaces } from './faces';
import type { Engines } from './flat-side';
import { folded } from './folded';
import { unlabelledIssue } from './issue-date';
import { labelOf } from './labels';
import { mergeSources } from './merge-sources';
import { withoutDisputed } from './disputed';
import { missingOf } from './missing';
import { mrzClaims } from './mrz-claims';
import { type PrintedLine, readAgainIn, readLine } from './read-lines';
import type { MrzReading } from './read-mrz';
import { readPrint } from './read-print';
import type { Side } from './read-side';
import type { FieldName, Reading, SideConflict } from './reading';
import { isSameSide } from './same-side';
import { type Statement, statementOf } from './side-statement';
import type { Trace } from './trace';
import { whichCountry } from './which-country';

/** The sources put together. */
export async function putTogether(
  engines: Engines,
  front: Side,
  back: Side,
  trace: Trace,
): Promise<Omit<Reading, 'front' | 'back' | 'swapped'>> {
  const mrz = back.mrz ?? front.mrz;
  const barcode = barcodeDocument([...front.barcodes, ...back.barcodes]);
  const seen = [...front.lines, ...back.lines];
  const country = whichCountry(seen, mrz?.issuer ?? barcode?.country ?? null);
  const sides = await trace('other language', () => [front, back].map((side) => inItsLanguage(engines, side, country)));
  const claims: Claim[] = [
    ...(mrz ? mrzClaims(mrz, country) : []),
    ...(barcode?.claims ?? []),
    ...printClaims(await trace('second look', () => secondLook(engines, [front, back], sides, mrz)), country, mrz),
    ...impliedClaims(
      country,
      seen.map((line) => folded(line.text)),
    ),
  ];
  const statements: [Statement, Statement] = [statementOf(front, country), statementOf(back, country)];
  const merged = mergeSources(
    bornAlike([...claims, ...oneNumber(claims, country), ...unlabelledIssue(sides, claims)], country),
  );
  const { fields, evidence } = withoutDisputed(merged, statements);
  return {
    fields,
    evidence,
    conflict: conflictOf(front, back, statements),
    faces: await cutFaces(front.flat, front.faces),
    missing: missingOf(fields, front, back),
    checks: checksOf({ fields, claims, mrz, country, faces: front.faces.boxes.length }),
  };
}

function conflictOf(front: Side, back: Side, statements: [Statement, Statement]): SideConflict | null {
  if (isSameSide(front, back)) return { kind: 'same_side' };
  const fields = contradictionsOf(...statements);
  return fields.length > 0 ? { kind: 'contradiction', fields } : null;
}

/** Values in letters, where accents matter, read with the model of the country's language. */
function inItsLanguage({ cv, text }: Engines, { even, lines }: Side, { language }: Country): PrintedLine[] {
  if (!language) return lines;
  return lines.map((line) => {
    const name = /^[\p{L}' -]{4,}$/u.test(line.text) && labelOf(line.text) === null;
    return name ? readAgainIn(language, cv, text, even, line) : line;
  });
}

/** A national number that holds the birth is read with the help of a birth that is proven. */
function bornAlike(claims: Claim[], { nin }: Country): Claim[] {
  const { fields, evidence } = mergeSources(claims.filter((claim) => claim.field === 'date_birth'));
  const born = evidence.date_birth.proven ? /^(..).(..).(?:..)(..)$/.exec(fields.date_birth ?? '') : null;
  if (!nin.withBirth || !born) return claims;
  const birth = `${born[3]}${born[2]}${born[1]}`;
  return claims.map((claim) => {
    const value = claim.field === 'nin' ? nin.withBirth!(claim.value, birth) : claim.value;
    return value === claim.value ? claim : { ...claim, value, checked: false };
  });
}

const ONE_NUMBER = 0.6;

/**
 * A card of a country without a template that names one number only, be it called the person's or the document's: it
 * stands for both, and proves nothing of the other.
 */
function oneNumber(claims: Claim[], country: Country): Claim[] {
  if (countries.some(({ code }) => code === country.code)) return [];
  const of = (field: FieldName) => claims.filter((claim) => claim.field === field);
  const [nins, numbers] = [of('nin'), of('document_number')];
  if (nins.length > 0 && numbers.length > 0) return [];
  const field = nins.length === 0 ? 'nin' : 'document_number';
  const likeliest = [...nins, ...numbers].sort((a, b) => b.sure - a.sure)[0];
  return likeliest && likeliest.sure >= ONE_NUMBER ? [{ ...likeliest, field, checked: false, sure: ONE_NUMBER }] : [];
}

const LEAST_AGAIN = 50;
const OTHER_HEIGHTS = [24, 36, 48, 56];

/** Where the print is nearly what the MRZ says but not quite, one of them was misread: the line is read at other sizes. */
function secondLook(
  { cv, text }: Engines,
  from: Side[],
  sides: PrintedLine[][],
  mrz: MrzReading | null,
): PrintedLine[][] {
  if (!mrz) return sides;
  return sides.map((lines, i) => {
    const { name, lastname } = anchoredNames(mrz, lines);
    if ((name && lastname) || !lines.some((line) => nearlyNamed(mrz, line))) return lines;
    return lines.map((line) => {
      if (!nearlyNamed(mrz, line)) return line;
      const again = OTHER_HEIGHTS.map((height) => readLine(cv, text, from[i]!.even, line.box, height));
      return (
        again.find((reading) => reading.sure > LEAST_AGAIN && !nearlyNamed(mrz, reading) && sameName(mrz, reading)) ??
        line
      );
    });
  });
}

/** Labels say what the print means; for names, the MRZ's letters say better which words are meant. */
function printClaims(sides: PrintedLine[][], country: Country, mrz: MrzReading | null): Claim[] {
  const labelled = readPrint(sides, country);
  if (!mrz) return labelled;
  const found = sides.map((lines) => anchoredNames(mrz, lines));
  const names = (['name', 'lastname'] as const).flatMap((field): Claim[] => {
    const printed = found.map((names) => names[field]).find((name) => name !== null);
    return printed ? [{ field, ...printed, source: 'print', checked: false }] : [];
  });
  return [...labelled.filter((claim) => !names.some((name) => name.field === claim.field)), ...names];
}

/** What the kind of card says by itself. */
function impliedClaims(country: Country, texts: string[]): Claim[] {
  const claims: Claim[] = [];
  const passport = texts.some((text) => /\b(PASAPORTE|PASSPORT|PASSAPORTE)\b/.test(text));
  const card = texts.some((text) => /\b(IDENTIDAD|IDENTITY|IDENTIDADE|CEDULA|CIUDADANIA)\b/.test(text));
  if (passport || card || country.code !== '') {
    claims.push({ field: 'doc_type', value: passport ? 'P' : 'ID', source: 'print', sure: 0.8, checked: false });
  }
  if (country.citizensOnly) {
    claims.push({ field: 'nationality', value: country.code, source: 'print', sure: 0.85, checked: false });
  }
  return claims;
}
