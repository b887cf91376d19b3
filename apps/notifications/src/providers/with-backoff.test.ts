import type { Outcome, Push } from './provider';
import { withBackoff } from './with-backoff';

const push = {} as Push;
const close = async () => {};
afterEach(() => jest.restoreAllMocks());

it('pauses a provider that is busy many times in a row, until the time that it asks for', async () => {
  let now = 0;
  let sends = 0;
  let outcome: Outcome = { kind: 'busy', answer: 'QUOTA_EXCEEDED', retryAfterSeconds: 30 };
  const send = async () => {
    sends++;
    return outcome;
  };
  const provider = withBackoff({ name: 'fcm', send, close }, () => now);
  for (let attempt = 0; attempt < 25; attempt++) await provider.send(push);
  expect(sends).toBe(20);
  now = 29_000;
  const paused = { kind: 'busy', answer: 'QUOTA_EXCEEDED', retryAfterSeconds: 1, isPaused: true };
  expect(await provider.send(push)).toEqual(paused);
  now = 31_000;
  outcome = { kind: 'sent', name: 'n' };
  expect(await provider.send(push)).toEqual(outcome);
  outcome = { kind: 'busy', answer: 'QUOTA_EXCEEDED' };
  for (let attempt = 0; attempt < 19; attempt++) await provider.send(push);
  expect(sends).toBe(40);
});

it('measures a pause by the monotonic clock', async () => {
  const busy: Outcome = { kind: 'busy', answer: 'QUOTA_EXCEEDED', retryAfterSeconds: 1 };
  const provider = withBackoff({ name: 'fcm', send: async () => busy, close });
  for (let attempt = 0; attempt < 20; attempt++) await provider.send(push);
  const oneHourAgo = Date.now() - 3_600_000;
  jest.spyOn(Date, 'now').mockImplementation(() => oneHourAgo);
  expect(await provider.send(push)).toMatchObject({ isPaused: true, retryAfterSeconds: 1 });
});
