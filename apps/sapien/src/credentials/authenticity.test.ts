import type { Check, CheckName } from '@herald/card-reader';
import { currentChecks, provesAuthenticity } from './authenticity';

const check = (name: CheckName, holds: boolean | null): Check => ({ name, holds, detail: '' });

it.each([
  ['all checks pass', [check('mrz_digits', true), check('mrz_against_print', true), check('not_expired', true)], true],
  ['checks that do not apply are ignored', [check('mrz_digits', null), check('barcode_against_print', true)], true],
  ['one check fails', [check('mrz_digits', true), check('national_number', false)], false],
  ['the card has expired', [check('mrz_digits', true), check('not_expired', false)], false],
  ['no check proves the content', [check('face_present', true), check('dates_in_order', true)], false],
  ['there are no checks', [], false],
] as [string, Check[], boolean][])('%s', (_, checks, expected) => expect(provesAuthenticity(checks)).toBe(expected));

it('checks the expiry at the given time', () => {
  const fields = { date_due: '01/06/2026' } as never;
  const checks = [check('not_expired', true), check('mrz_digits', true)];
  const at = (now: string) =>
    currentChecks({ checks, fields }, new Date(now)).find(({ name }) => name === 'not_expired');
  expect([at('2026-06-01T10:00:00Z')?.holds, at('2026-06-02T00:00:00Z')?.holds]).toEqual([true, false]);
  const never = currentChecks({ checks, fields: { date_due: null } as never }, new Date());
  expect(never.map(({ name, holds }) => [name, holds])).toEqual([
    ['mrz_digits', true],
    ['not_expired', null],
  ]);
});
