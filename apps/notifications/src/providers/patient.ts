import type { Outcome, PushProvider } from './provider';

/** So many refusals in a row are no accident. */
const enough = 20;
const shortestRestMs = 1_000;
const longestRestMs = 60_000;

/** Leaves a provider alone that has no time for anybody: until the time it asks for, nothing goes out. */
export function patient(provider: PushProvider, now = Date.now): PushProvider {
  let inARow = 0;
  let restUntil = 0;
  let answer = '';
  const learn = (outcome: Outcome) => {
    if (outcome.kind !== 'busy' && outcome.kind !== 'denied') return void (inARow = 0);
    if (++inARow < enough) return;
    const asked = (outcome.kind === 'busy' ? (outcome.retryAfterSeconds ?? 0) : 0) * 1000;
    restUntil = now() + Math.min(Math.max(asked, shortestRestMs), longestRestMs);
    ({ answer } = outcome);
  };
  return {
    ...provider,
    async send(push) {
      const rest = restUntil - now();
      if (rest > 0) return { kind: 'busy', answer, retryAfterSeconds: Math.ceil(rest / 1000), resting: true };
      const outcome = await provider.send(push);
      learn(outcome);
      return outcome;
    },
  };
}
