import { companyLimits, limitOf } from './company-limits';

it('reads a limit for each company, and one for all others', () => {
  const limits = companyLimits().validate('1:1000, 2:0,*:50000').value;
  expect(['1', '2', '3'].map((company) => limitOf(limits, company))).toEqual([1_000, 0, 50_000]);
  expect(limitOf(companyLimits().validate('1:5').value, '2')).toBe(Infinity);
  expect(limitOf(undefined, '1')).toBe(Infinity);
});

it.each(['', '1', '1:', 'x:1', '1:-1', '1:2;2:3'])('refuses %j', (sent) => {
  expect(companyLimits().validate(sent).error).toBeDefined();
});
