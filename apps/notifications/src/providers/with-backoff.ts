import type { Outcome, PushProvider } from './provider';

const failuresToPause = 20;
const minPauseMs = 1_000;
const maxPauseMs = 60_000;

/** Pauses a provider that is busy or denies the credentials many times in a row, until the time that it asks for. */
export function withBackoff(provider: PushProvider, now = () => performance.now()): PushProvider {
  let consecutive = 0;
  let pausedUntil = -Infinity;
  let answer = '';
  const observe = (outcome: Outcome) => {
    if (outcome.kind !== 'busy' && outcome.kind !== 'denied') return void (consecutive = 0);
    if (++consecutive < failuresToPause) return;
    const requestedMs = (outcome.kind === 'busy' ? (outcome.retryAfterSeconds ?? 0) : 0) * 1000;
    pausedUntil = now() + Math.min(Math.max(requestedMs, minPauseMs), maxPauseMs);
    ({ answer } = outcome);
  };
  return {
    ...provider,
    async send(push) {
      const leftMs = pausedUntil - now();
      if (leftMs > 0) return { kind: 'busy', answer, retryAfterSeconds: Math.ceil(leftMs / 1000), isPaused: true };
      const outcome = await provider.send(push);
      observe(outcome);
      return outcome;
    },
  };
}
