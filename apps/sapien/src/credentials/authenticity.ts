import type { Check } from '@herald/card-reader';
import type { Credential } from './credential.model';
import { isExpired } from './expiry';

/** The checks that prove the content of a card. A valid date of expiry or a face proves nothing. */
const proofs: Check['name'][] = ['mrz_digits', 'mrz_against_print', 'barcode_against_print'];

/** The stored checks, with the expiry as of now. */
export function currentChecks({ checks, fields }: Pick<Credential, 'checks' | 'fields'>, now: Date): Check[] {
  const expired = isExpired(fields.date_due, now);
  const detail =
    expired === null ? 'No day of expiry was read' : expired ? 'The card has expired' : 'The card is valid';
  const holds = expired === null ? null : !expired;
  return [...checks.filter(({ name }) => name !== 'not_expired'), { name: 'not_expired', holds, detail }];
}

/** True if all checks that apply to the document pass, and at least one of them proves its content. */
export function provesAuthenticity(checks: Check[]): boolean {
  const applicable = checks.filter(({ holds }) => holds !== null);
  return applicable.every(({ holds }) => holds) && applicable.some(({ name }) => proofs.includes(name));
}
