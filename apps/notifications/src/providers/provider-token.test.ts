import { decode } from 'jsonwebtoken';
import { appleKey } from '../start-notifications.fixture';
import { providerTokens } from './provider-token';

const key = { key: appleKey(), key_id: 'ABCDE12345', team_id: 'FGHIJ67890' };
const issuedAt = (token: string) => (decode(token) as { iat: number }).iat;
afterEach(() => jest.restoreAllMocks());

it('is the same for most of an hour', () => {
  let now = Date.now();
  const token = providerTokens(key, () => now);
  const first = token();
  now += 44 * 60_000;
  expect(token()).toBe(first);
  now += 2 * 60_000;
  expect(token()).not.toBe(first);
});

it('is made again when the clock was set, so that it is never one of the future', () => {
  const token = providerTokens(key);
  const first = token();
  const set = Date.now() - 3_600_000;
  jest.spyOn(Date, 'now').mockImplementation(() => set);
  expect(issuedAt(token())).toBe(Math.floor(set / 1000));
  expect(issuedAt(first)).toBeGreaterThan(issuedAt(token()));
});
