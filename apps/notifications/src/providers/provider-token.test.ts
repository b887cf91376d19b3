import { decode } from 'jsonwebtoken';
import { appleKey } from '../start-notifications.fixture';
import { providerTokens } from './provider-token';

const key = { key: appleKey(), key_id: 'ABCDE12345', team_id: 'FGHIJ67890' };
const issuedAt = (token: string) => (decode(token) as { iat: number }).iat;
afterEach(() => jest.restoreAllMocks());

it('reuses a token for most of an hour', () => {
  let now = Date.now();
  const token = providerTokens(key, () => now);
  const first = token();
  now += 44 * 60_000;
  expect(token()).toBe(first);
  now += 2 * 60_000;
  expect(token()).not.toBe(first);
});

it('signs a new token when the clock was set back, so that none lies in the future', () => {
  const token = providerTokens(key);
  const first = token();
  const set = Date.now() - 3_600_000;
  jest.spyOn(Date, 'now').mockImplementation(() => set);
  expect(issuedAt(token())).toBe(Math.floor(set / 1000));
  expect(issuedAt(first)).toBeGreaterThan(issuedAt(token()));
});
