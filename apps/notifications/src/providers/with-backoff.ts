import type { Outcome, PushProvider } from './provider';

const failuresToPause = 20;
const minPauseMs = 1_000;
const maxPauseMs = 60_000;

/** Pauses a provider that is busy or denies us many times in a row: until the time it asks for, nothing is sent. */
export function withBackoff(provider: PushProvider, now = () => performance.now()): PushProvider {
  let inARow = 0;
  let pausedUntil = -Infinity;
  let answer = '';
  const learn = (outcome: Outcome) => {
    if (outcome.kind !== 'busy' && outcome.kind !== 'denied') return void (inARow = 0);
    if (++inARow < failuresToPause) return;
    const askedMs = (outcome.kind === 'busy' ? (outcome.retryAfterSeconds ?? 0) : 0) * 1000;
    pausedUntil = now() + Math.min(Math.max(askedMs, minPauseMs), maxPauseMs);
    ({ answer } = outcome);
  };
  return {
    ...provider,
    async send(push) {
      const leftMs = pausedUntil - now();
      if (leftMs > 0) return { kind: 'busy', answer, retryAfterSeconds: Math.ceil(leftMs / 1000), resting: true };
      const outcome = await provider.send(push);
      learn(outcome);
      return outcome;
    },
  };
}
