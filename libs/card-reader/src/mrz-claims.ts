import type { Claim } from './claims';
import type { Country } from './countries';
import { zoneDate } from './dates';
import { countryCode } from './nationalities';
import type { MrzReading } from './read-mrz';

/** Letters whose value in a check digit equals that of a figure they look like: the digit cannot tell them apart. */
const BLIND = /[SGIUZ]/;
/** No check digit covers a name. */
const NAME_SURE = 0.7;
/** Nor the sex of a TD1; but its place holds one of three letters that look nothing alike. */
const SEX_SURE = 0.7;

/** What the machine readable zone says, and which of it its check digits vouch for. */
export function mrzClaims(mrz: MrzReading, country: Country): Claim[] {
  const { digits, repaired } = mrz;
  const trust = (holds: boolean) => (holds ? (repaired ? 0.75 : 0.97) : 0.4);
  const whole = digits.composite && !repaired;
  const free = trust(digits.composite);
  const gender = genderOf(mrz, country);
  const said: (Omit<Claim, 'source' | 'value'> & { value: string | null })[] = [
    {
      field: 'document_number',
      value: mrz.number,
      sure: trust(digits.number),
      checked: digits.number && whole && !BLIND.test(mrz.number),
    },
    {
      field: 'date_birth',
      value: zoneDate(mrz.birth, 'birth'),
      sure: trust(digits.birth),
      checked: digits.birth && !repaired,
    },
    {
      field: 'date_due',
      value: zoneDate(mrz.expiry, 'expiry'),
      sure: trust(digits.expiry),
      checked: digits.expiry && !repaired,
    },
    { field: 'gender', value: gender.value, sure: gender.clear ? SEX_SURE : 0.5, checked: false },
    { field: 'nationality', value: countryCode(mrz.nationality), sure: nationalitySure(mrz), checked: false },
    { field: 'lastname', value: mrz.lastname, sure: NAME_SURE, checked: false, cut: mrz.cut && !mrz.name },
    { field: 'name', value: mrz.name, sure: NAME_SURE, checked: false, cut: mrz.cut },
    { field: 'nin', value: ninOf(mrz, country), sure: free, checked: whole && ninHolds(mrz, country) },
    { field: 'doc_type', value: typeOf(mrz.code), sure: 0.95, checked: false },
  ];
  return said.flatMap(({ value, ...claim }) => (value ? [{ ...claim, value, source: 'mrz' as const }] : []));
}

/** Most cards are given to citizens: two places of the zone then say the same. */
const nationalitySure = ({ nationality, issuer }: MrzReading) => (nationality === issuer ? 0.85 : 0.6);

/** A Mexican card writes H for hombre and M for mujer, but not every one does: an M alone says little there. */
function genderOf({ sex, kind }: MrzReading, country: Country): { value: string | null; clear: boolean } {
  const hombreMujer = country.hombreMujer === true && kind === 'TD1';
  if (hombreMujer && sex === 'M') return { value: 'F', clear: false };
  if (sex === 'H') return { value: hombreMujer ? 'M' : null, clear: true };
  return { value: /[MFX]/.test(sex) ? sex : null, clear: true };
}

function zonePart(mrz: MrzReading, country: Country): string {
  if (country.nin.zone === 'number') return mrz.number;
  if (country.nin.zone === 'optional_second') return mrz.optional[1] ?? '';
  return country.nin.zone === 'optional_first' ? (mrz.optional[0] ?? '') : '';
}

function ninOf(mrz: MrzReading, country: Country): string | null {
  return country.nin.form(zonePart(mrz, country).replace(/</g, ' '));
}

/** The composite digit covers the free parts; figures alone leave it no blind spot, and a digit of the number's own is better still. */
function ninHolds(mrz: MrzReading, country: Country): boolean {
  const number = ninOf(mrz, country);
  if (!number) return false;
  const own = country.nin.holds(number);
  return own !== false && !BLIND.test(zonePart(mrz, country));
}

const typeOf = (code: string) => (code.startsWith('P') ? 'P' : 'ID');
