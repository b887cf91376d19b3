import type { Check, CheckName } from '@herald/card-reader';
import { checksNow, provesAuthenticity } from './validation-rules';

const check = (name: CheckName, holds: boolean | null): Check => ({ name, holds, detail: '' });

it.each([
  ['all hold', [check('mrz_digits', true), check('mrz_against_print', true), check('not_expired', true)], true],
  ['what is not offered is left out', [check('mrz_digits', null), check('barcode_against_print', true)], true],
  ['one does not hold', [check('mrz_digits', true), check('national_number', false)], false],
  ['an expired card', [check('mrz_digits', true), check('not_expired', false)], false],
  ['nothing that proves anything', [check('face_present', true), check('dates_in_order', true)], false],
  ['nothing at all', [], false],
] as [string, Check[], boolean][])('%s', (_, checks, expected) => expect(provesAuthenticity(checks)).toBe(expected));

it('tells anew whether the card has expired', () => {
  const fields = { date_due: '01/06/2026' } as never;
  const checks = [check('not_expired', true), check('mrz_digits', true)];
  const at = (now: string) => checksNow({ checks, fields }, new Date(now)).find(({ name }) => name === 'not_expired');
  expect([at('2026-06-01T10:00:00Z')?.holds, at('2026-06-02T00:00:00Z')?.holds]).toEqual([true, false]);
  const never = checksNow({ checks, fields: { date_due: null } as never }, new Date());
  expect(never.map(({ name, holds }) => [name, holds])).toEqual([['mrz_digits', true], ['not_expired', null]]); // prettier-ignore
});
