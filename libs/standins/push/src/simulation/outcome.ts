import type { LiveScript } from './script';

/** The result of a well-formed message. */
export type Outcome =
  'accepted' | 'unregistered' | 'invalid' | 'quota' | 'unavailable' | 'internal' | 'hang' | 'accepted-then-close';

/** Decides by the prefix of the token, and at random by the rates of the script. */
export type Outcomes = { decide(token: string): Outcome; reset(): void };

const maxRememberedTokens = 2_000_000;

/** The outcomes of one provider. */
export function createOutcomes(script: LiveScript): Outcomes {
  const seen = new Set<string>();
  const isFirst = (token: string) => {
    if (seen.has(token)) return false;
    if (seen.size >= maxRememberedTokens) seen.clear();
    seen.add(token);
    return true;
  };
  return {
    decide(token) {
      const dash = token.indexOf('-');
      switch (dash < 0 ? '' : token.slice(0, dash)) {
        case 'unregistered':
        case 'invalid':
        case 'hang':
          return token.slice(0, dash) as Outcome;
        case 'quota':
          return isFirst(token) ? 'quota' : drawOutcome(script);
        case 'unavailable':
          return isFirst(token) ? 'unavailable' : drawOutcome(script);
        case 'flaky':
          return isFirst(token) ? 'unavailable' : 'unregistered';
        default:
          return drawOutcome(script);
      }
    },
    reset: () => seen.clear(),
  };
}

/** One random number for all rates: they add up, and a changed rate does not shift the random sequence. */
function drawOutcome({ now, random }: LiveScript): Outcome {
  const totalRate = now.rate429 + now.rate503 + now.rate500 + now.hangRate + now.closeRate;
  if (totalRate === 0) return 'accepted';
  let rest = random();
  if ((rest -= now.rate429) < 0) return 'quota';
  if ((rest -= now.rate503) < 0) return 'unavailable';
  if ((rest -= now.rate500) < 0) return 'internal';
  if ((rest -= now.hangRate) < 0) return 'hang';
  return rest < now.closeRate ? 'accepted-then-close' : 'accepted';
}
