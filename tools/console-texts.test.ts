import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { retentionOf } from '@herald/service';
import { allServices } from '../apps/platform/src/services';
import { spanishOf } from '../apps/console/src/language/api-texts';

const withoutSpanish = (texts: string[]) => texts.filter((text) => spanishOf(text) === undefined);

it('have Spanish for each kind of data that a service keeps, and for what removes it', () => {
  const kept = allServices.flatMap(retentionOf);
  expect(withoutSpanish(kept.flatMap(({ kind, rule }) => (rule ? [kind, rule] : [kind])))).toEqual([]);
});

const placeholders: [RegExp, string[]][] = [
  [/\$\{title\}/, ['The MRZ', 'The barcode']],
  [/\$\{holds \? '([^']+)' : '([^']+)'\}/, ['$1', '$2']],
  [/\$\{listFields\([a-z]+\)\}/, ['nin, date_birth']],
  [/\$\{wrong\.join\(', '\)\}/, ['number, birth, expiry, composite']],
];

/** The texts of a source: what stands in quotes or backticks and is a sentence. */
function sentencesIn(file: string): string[] {
  const code = readFileSync(join(__dirname, '..', file), 'utf8').replaceAll(/^\s*(\/\*\*|\*|\/\/).*$/gm, '');
  const quoted = [...code.matchAll(/'([A-Z][^'\n]* [^'\n]* [^'\n]*)'|`([^`\n]*)`/g)].map(
    ([, plain, filled]) => plain ?? filled!,
  );
  return placeholders.reduce(
    (all, [hole, values]) =>
      all.flatMap((text) => (hole.test(text) ? values.map((value) => text.replace(hole, value)) : [text])),
    quoted,
  );
}

it('have Spanish for each detail of the checks of a card', () => {
  const details = ['libs/card-reader/src/decide/checks.ts', 'apps/sapien/src/credentials/authenticity.ts'].flatMap(
    sentencesIn,
  );
  expect(details.length).toBeGreaterThan(20);
  expect(withoutSpanish(details)).toEqual([]);
});

it('stay as they are where a text or a name in its list is unknown', () => {
  expect(spanishOf('The MRZ and the print differ in nin, date_due')).toBe(
    'La MRZ y lo impreso difieren en número de identidad, fecha de vencimiento',
  );
  expect([spanishOf('The MRZ and the print differ in height'), spanishOf('The card is bent')]).toEqual([
    undefined,
    undefined,
  ]);
});
