import { readTimers } from './read-timers';
import { ReadTimedOut, ReaderExited } from './reader-protocol';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Watches a process that gets this share of a processor; gives the second in which it is killed. */
function killedAt(share: number | undefined, act: (timers: ReturnType<typeof readTimers>) => void = () => {}) {
  const began = performance.now();
  let killed: number | undefined;
  const elapsed = () => performance.now() - began;
  const kill = () => void (killed ??= Math.round(elapsed() / 1000));
  const cpuMs = () => (share === undefined ? undefined : 500 + elapsed() * share);
  const timers = readTimers({ kill, cpuMs }, { timeoutMs: 30_000, decodeTimeoutMs: 10_000, cancelTimeoutMs: 2_000 });
  act(timers);
  jest.advanceTimersByTime(200_000);
  return { killed, error: timers.failure() };
}

it.each([
  ['all of a processor', 1, 30],
  ['two processors', 2, 30],
  ['half of one', 0.5, 60],
  ['hardly anything', 0.01, 90],
  ['what the system does not tell', undefined, 30],
])('kills a process that gets %s after its limit in CPU, or three times as long', (_, share, seconds) => {
  const { killed, error } = killedAt(share);
  expect(killed).toBe(seconds);
  expect(error).toBeInstanceOf(ReadTimedOut);
});

it('names the side whose decoding took too long, and only that', () => {
  const { killed, error } = killedAt(
    0.5,
    ({ onDecoding }) => (onDecoding('front'), onDecoding(null), onDecoding('back')),
  );
  expect([killed, error.side]).toEqual([20, 'back']);
});

it('kills a reading that goes on after it was cancelled', () => {
  expect(killedAt(1, ({ onCancel }) => onCancel()).killed).toBe(2);
});

it('kills nothing after the result', () => {
  const { killed, error } = killedAt(
    1,
    ({ onCancel, onDecoding, clear }) => (onCancel(), onDecoding('front'), clear()),
  );
  expect(killed).toBeUndefined();
  expect(error).toBeInstanceOf(ReaderExited);
});
