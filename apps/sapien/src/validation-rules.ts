import type { Check } from '@herald/card-reader';
import type { Credential } from './credential.model';
import { isExpired } from './expired';

/** Any of these proves something of a card; that it is not expired or shows a face does not. */
const proofs: Check['name'][] = ['mrz_digits', 'mrz_against_print', 'barcode_against_print'];

/** The checks of a card as they stand now. */
export function checksNow({ checks, fields }: Pick<Credential, 'checks' | 'fields'>, now: Date): Check[] {
  const expired = isExpired(fields.date_due, now);
  const detail =
    expired === null ? 'No day of expiry was read' : expired ? 'The card has expired' : 'The card is valid';
  const holds = expired === null ? null : !expired;
  return [...checks.filter(({ name }) => name !== 'not_expired'), { name: 'not_expired', holds, detail }];
}

/** True when all that this kind of document offers holds, and some of it proves something. */
export function provesAuthenticity(checks: Check[]): boolean {
  const offered = checks.filter(({ holds }) => holds !== null);
  return offered.every(({ holds }) => holds) && offered.some(({ name }) => proofs.includes(name));
}
