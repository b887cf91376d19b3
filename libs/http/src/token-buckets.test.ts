import type { Caller } from '@herald/auth';
import type { HttpError } from './errors';
import { tokenBuckets } from './token-buckets';

const caller = (subject: string, companies: Caller['companies'] = ['1']): Caller => ({
  subject,
  companies,
  scopes: '*',
});
const refused = (take: () => void) => {
  try {
    take();
    return undefined;
  } catch (error) {
    return error as HttpError;
  }
};
beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] }));
afterEach(() => jest.useRealTimers());

it('refuses what goes beyond rate and burst with 429, and lets the caller in again after Retry-After', () => {
  const take = tokenBuckets(5);
  for (let at = 0; at < 10; at++) take(caller('a'));
  const error = refused(() => take(caller('a')))!;
  expect([error.status, error.detail.headers]).toEqual([429, { 'Retry-After': '1' }]);
  jest.advanceTimersByTime(1_000);
  for (let at = 0; at < 5; at++) take(caller('a'));
  expect(refused(() => take(caller('a')))?.status).toBe(429);
});

it('counts each subject and each set of companies on its own', () => {
  const take = tokenBuckets(0.5);
  take(caller('a'));
  expect(refused(() => take(caller('a')))?.status).toBe(429);
  take(caller('b'));
  take(caller('a', ['2']));
  take(caller('a', ['2', '1']));
  expect(refused(() => take(caller('a', ['1', '2'])))?.status).toBe(429);
});

it('counts a service apart from a caller with its name', () => {
  const take = tokenBuckets(0.5);
  const name = caller('service:campaigns', '*');
  take(name);
  expect(refused(() => take({ ...name }))?.status).toBe(429);
  expect(refused(() => take({ ...name, isService: true }))).toBeUndefined();
});

it('sets no limit at 0', () => {
  const take = tokenBuckets(0);
  for (let at = 0; at < 1_000; at++) take(caller('a'));
});
