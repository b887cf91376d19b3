import type { Claim } from './claims';
import type { Country } from './countries';
import { instantOf } from './dates';
import { agree } from './merge-sources';
import type { MrzReading } from './read-mrz';
import type { Check, CheckName, FieldName, Source } from './reading';

export interface Evidences {
  fields: Record<FieldName, string | null>;
  claims: Claim[];
  mrz: MrzReading | null;
  country: Country;
  faces: number;
}

/** What speaks for or against the card being genuine. No detail ever holds a value of the card. */
export function checksOf(evidences: Evidences, now = Date.now()): Check[] {
  const { faces, claims } = evidences;
  return [
    mrzDigits(evidences),
    against('mrz_against_print', claims, 'mrz', 'The MRZ'),
    against('barcode_against_print', claims, 'barcode', 'The barcode'),
    nationalNumber(evidences),
    datesInOrder(evidences),
    notExpired(evidences, now),
    check('face_present', faces > 0, faces > 0 ? 'The front shows a face' : 'The front shows no face'),
  ];
}

const check = (name: CheckName, holds: boolean | null, detail: string): Check => ({ name, holds, detail });

function mrzDigits({ mrz }: Evidences): Check {
  if (!mrz) return check('mrz_digits', null, 'No MRZ was found');
  const wrong = Object.entries(mrz.digits)
    .filter(([, holds]) => !holds)
    .map(([digit]) => digit);
  if (wrong.length) return check('mrz_digits', false, `These check digits do not hold: ${wrong.join(', ')}`);
  if (mrz.repaired)
    return check('mrz_digits', false, 'The check digits hold only after misread letters were exchanged');
  return check('mrz_digits', true, 'All check digits hold');
}

/** Whether a source and the print name the same values wherever both name one. */
function against(name: CheckName, claims: Claim[], source: Source, title: string): Check {
  const own = claims.filter((claim) => claim.source === source && claim.field !== 'doc_type');
  if (!own.length) return check(name, null, `${title} was not found or says nothing the reader knows`);
  const pairs = own.flatMap((claim) => {
    const print = claims.find((other) => other.source === 'print' && other.field === claim.field);
    return print ? [{ field: claim.field, same: agree(claim.field, claim, print) }] : [];
  });
  if (!pairs.length) return check(name, null, 'No field was read from both');
  const different = pairs.filter((pair) => !pair.same).map((pair) => pair.field);
  if (different.length) return check(name, false, `${title} and the print differ in ${different.join(', ')}`);
  return check(name, true, `${title} and the print agree in ${pairs.map((pair) => pair.field).join(', ')}`);
}

function nationalNumber({ fields, country }: Evidences): Check {
  const holds = fields.nin === null ? null : country.nin.holds(fields.nin);
  if (holds === null) return check('national_number', null, 'The national number has no check digit, or was not read');
  return check('national_number', holds, `The check digit of the national number ${holds ? 'holds' : 'does not hold'}`);
}

function datesInOrder({ fields }: Evidences): Check {
  const dates = [fields.date_birth, fields.date_issue, fields.date_due].map(instantOf).filter((date) => date !== null);
  if (dates.length < 2) return check('dates_in_order', null, 'Fewer than two dates were read');
  const holds = dates.every((date, i) => i === 0 || date > dates[i - 1]!);
  return check(
    'dates_in_order',
    holds,
    holds ? 'Birth, issue and expiry follow one another' : 'The dates are not in order',
  );
}

function notExpired({ fields }: Evidences, now: number): Check {
  const due = instantOf(fields.date_due);
  if (due === null) return check('not_expired', null, 'No date of expiry was read');
  const holds = due > now;
  return check('not_expired', holds, holds ? 'The card is valid' : 'The card has expired');
}
