import type { Claim } from './claims';
import type { Country } from './countries';
import { dateIn } from './dates';
import { genderIn } from './genders';
import type { LabelKind } from './labels';
import { nationalityIn } from './nationalities';
import { joinNames, nameIn } from './printed-names';
import { type Label, labelsOf } from './printed-values';
import type { PrintedLine } from './read-lines';
import type { FieldName } from './reading';

type Found = { value: string; sure: number; checked?: boolean } | null;

/** What the printed lines of both sides say. The front speaks first: the back often names the parents, too. */
export function readPrint(sides: PrintedLine[][], country: Country): Claim[] {
  const claims: Claim[] = [];
  const say = (field: FieldName, found: Found) => {
    if (!found || claims.some((claim) => claim.field === field)) return;
    claims.push({ field, checked: false, ...found, source: 'print' });
  };
  for (const lines of sides) {
    const labels = labelsOf(lines);
    const all = (kind: LabelKind) => labels.filter((label) => label.kind === kind);
    sayNames(all, country, say);
    sayNumbers(all, country, say);
    for (const field of ['date_birth', 'date_issue', 'date_due'] as const) {
      say(
        field,
        firstOf(all(field), (text) => dateIn(text)),
      );
    }
    say('date_due', firstOf(all('validity'), validUntil));
    say(
      'gender',
      firstOf(all('gender'), (text) => genderIn(text, country.hombreMujer === true)),
    );
    say('nationality', firstOf(all('nationality'), nationalityIn));
  }
  if (!claims.some((claim) => claim.field === 'nin')) say('nin', tellingNumber(sides.flat(), country));
  say('gender', genderInNumber(claims, country));
  const nin = claims.find((claim) => claim.field === 'nin');
  if (country.numberIsNin && nin) say('document_number', { value: nin.value, sure: nin.sure });
  return claims;
}

/** A CURP holds the gender at its eleventh place. */
function genderInNumber(claims: Claim[], country: Country): Found {
  const nin = claims.find((claim) => claim.field === 'nin');
  const value = nin && country.hombreMujer ? genderIn(nin.value[10] ?? '', true) : null;
  return nin && value ? { value, sure: nin.sure } : null;
}

type Say = (field: FieldName, found: Found) => void;
type All = (kind: LabelKind) => Label[];

/** The first label whose value is of its kind. */
function firstOf(labels: Label[], accepts: (text: string) => string | null): Found {
  for (const { rest, line, near } of labels) {
    const own = rest ? accepts(rest) : null;
    if (own) return { value: own, sure: line.sure / 100 };
    for (const candidate of near) {
      const value = accepts(candidate.text);
      if (value) return { value, sure: candidate.sure / 100 };
    }
  }
  return null;
}

/** A card that is valid for whole years ends with the last of them. */
function validUntil(text: string): string | null {
  const years = /(?:^|\D)(?:20\d\d)\D+(20\d\d)(?:\D|$)/.exec(text);
  return dateIn(text) ?? (years ? `31/12/${years[1]}` : null);
}

function sayNumbers(all: All, country: Country, say: Say): void {
  const { form } = country.nin;
  say('nin', believed(firstOf(all('nin'), form), country));
  if (country.documentLabelIsNin) {
    say('nin', believed(firstOf(all('document_number'), form), country));
    return;
  }
  say('document_number', firstOf(all('document_number'), documentNumber));
}

const TOLD_BY_FORM = 0.75;
const TOLD_BY_DIGIT = 0.9;

/** What the number's form or check digit adds to how surely it was read. */
function believed(found: Found, { nin }: Country): Found {
  if (!found) return null;
  const least = nin.holds(found.value) ? TOLD_BY_DIGIT : nin.telling ? TOLD_BY_FORM : 0;
  return { value: found.value, sure: Math.max(found.sure, least), checked: found.checked === true };
}

function documentNumber(text: string): string | null {
  const number = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const figures = number.replace(/\D/g, '').length;
  return number.length >= 5 && number.length <= 16 && figures >= 3 && figures >= number.length / 2 ? number : null;
}

/** A number without its label, where its form or check digit says that it is one. */
function tellingNumber(lines: PrintedLine[], country: Country): Found {
  for (const line of lines) {
    for (const text of [line.text, ...line.words.map((word) => word.text)]) {
      const value = country.nin.form(text);
      if (value && (country.nin.telling || country.nin.holds(value)))
        return believed({ value, sure: line.sure / 100 }, country);
    }
  }
  return null;
}

function sayNames(all: All, country: Country, say: Say): void {
  const first = blockName(all('lastname_first')[0]);
  const second = blockName(all('lastname_second')[0]);
  say('lastname', joinNames([first, second]));
  say('lastname', blockName(all('lastname')[0]));
  const full = all('fullname')[0] ?? (country.fullName && !all('lastname').length ? all('name')[0] : undefined);
  if (full) sayFullName(full, country.fullName ?? 'lastnames_first', say);
  else say('name', blockName(all('name')[0]));
}

function blockName(label: Label | undefined): Found {
  if (!label) return null;
  const block = label.block.length ? label.block : label.near.slice(0, 1);
  const names: Found[] = [];
  for (const line of block) {
    const name = nameIn(line);
    if (!name) break;
    names.push(name);
  }
  return joinNames(names);
}

/** One label above all names: each surname has its line, the given names the last. */
function sayFullName(label: Label, order: 'lastnames_first' | 'names_first', say: Say): void {
  const names = label.block.map(nameIn).filter((name) => name !== null);
  if (names.length >= 2 && order === 'lastnames_first') {
    say('lastname', joinNames(names.slice(0, -1)));
    say('name', names.at(-1)!);
  } else if (names.length === 1 && order === 'names_first') {
    const [given = '', ...rest] = names[0]!.value.split(' ');
    // Where one given name ends and the first surname begins cannot be seen.
    const sure = rest.length === 1 ? names[0]!.sure : Math.min(0.5, names[0]!.sure);
    say('name', { value: given, sure });
    if (rest.length) say('lastname', { value: rest.join(' '), sure });
  }
}
