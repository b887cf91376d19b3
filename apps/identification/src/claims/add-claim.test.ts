import type { Claim } from '../persons/person.model';
import { addClaim } from './add-claim';

const claim = (second: number, core_id: string, fields: Record<string, string>): Claim => ({
  core_id,
  at: new Date(Date.UTC(2026, 0, 5, 10, 0, second)),
  fields,
});

describe('addClaim', () => {
  it('keeps one claim of each device and set of fields, the newest', () => {
    const first = addClaim([], claim(1, 'phone-1', { email: 'a', name: 'b' }));
    expect(addClaim(first, claim(2, 'phone-1', { name: 'b', email: 'a' }))).toBe(first);
    expect(addClaim(first, claim(0, 'phone-1', { email: 'late', name: 'b' }))).toBe(first);
    const newer = claim(2, 'phone-1', { email: 'c', name: 'b' });
    expect(addClaim(first, newer)).toEqual([newer]);
    expect(addClaim(first, claim(2, 'phone-1', { email: 'c' }))).toHaveLength(2);
    expect(addClaim(first, claim(2, 'phone-2', { email: 'a', name: 'b' }))).toHaveLength(2);
  });

  it('keeps the newest 20', () => {
    let claims: Claim[] = [];
    for (let at = 0; at < 50; at++) claims = addClaim(claims, claim(at, `phone-${at}`, { email: 'x' }));
    expect(claims.map(({ core_id }) => core_id)).toEqual(Array.from({ length: 20 }, (_, at) => `phone-${at + 30}`));
  });
});
