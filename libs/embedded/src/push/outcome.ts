import type { LiveScript } from './push-script';

/** What becomes of a well-formed message. */
export type Outcome =
  'accepted' | 'unregistered' | 'invalid' | 'quota' | 'unavailable' | 'internal' | 'hang' | 'accepted-then-close';

/** Decides by the beginning of the token, and by chance where the script says so. */
export type Outcomes = { decide(token: string): Outcome; forget(): void };

const mostRemembered = 2_000_000;

/** Outcomes of one provider. */
export function createOutcomes(script: LiveScript): Outcomes {
  const seen = new Set<string>();
  const isFirst = (token: string) => {
    if (seen.has(token)) return false;
    if (seen.size >= mostRemembered) seen.clear();
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
          return isFirst(token) ? 'quota' : byChance(script);
        case 'unavailable':
          return isFirst(token) ? 'unavailable' : byChance(script);
        case 'flaky':
          return isFirst(token) ? 'unavailable' : 'unregistered';
        default:
          return byChance(script);
      }
    },
    forget: () => seen.clear(),
  };
}

/** One throw of the dice for all rates, so that they add up and a seed stays meaningful when one of them changes. */
function byChance({ now, random }: LiveScript): Outcome {
  const chances = now.rate429 + now.rate503 + now.rate500 + now.hangRate + now.closeRate;
  if (chances === 0) return 'accepted';
  let dice = random();
  if ((dice -= now.rate429) < 0) return 'quota';
  if ((dice -= now.rate503) < 0) return 'unavailable';
  if ((dice -= now.rate500) < 0) return 'internal';
  if ((dice -= now.hangRate) < 0) return 'hang';
  return dice < now.closeRate ? 'accepted-then-close' : 'accepted';
}
