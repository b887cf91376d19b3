import { createRandom } from '@herald/standin-testing/random';

/** How the simulators behave. Rates are probabilities from 0 to 1; 0 disables a behaviour. */
export type PushScript = {
  latencyMs?: number;
  /** Maximum of the random time that is added to the latency. */
  jitterMs?: number;
  /** A session sends GOAWAY after this many requests and refuses later ones. */
  goawayAfter?: number;
  /** A connection is closed after this many requests; the last one is accepted but not answered. */
  closeAfter?: number;
  rate429?: number;
  rate503?: number;
  rate500?: number;
  /** The Retry-After header of 429 and 503; 0 omits it. */
  retryAfterSeconds?: number;
  /** Requests that are neither accepted nor answered. */
  hangRate?: number;
  /** Requests that are accepted, and whose connection is closed before the answer. */
  closeRate?: number;
  /** Whether APNs answers a second provider token of a session within 20 minutes with 429; otherwise it only warns. */
  refuseTokenUpdates?: boolean;
  /** The seed of random choices: the same seed and the same requests give the same answers. */
  seed?: number;
};

/** The current script. */
export type LiveScript = {
  readonly now: Readonly<Required<PushScript>>;
  /** The next random number from 0 to 1. */
  random(): number;
  /** Merges a change of any form; throws a TypeError that names the invalid part. */
  change(change: unknown): void;
};

const defaults: Required<PushScript> = {
  latencyMs: 0,
  jitterMs: 0,
  goawayAfter: 0,
  closeAfter: 0,
  rate429: 0,
  rate503: 0,
  rate500: 0,
  retryAfterSeconds: 1,
  hangRate: 0,
  closeRate: 0,
  refuseTokenUpdates: false,
  seed: 1,
};
const maxNumber = 1e9;

function validate(change: unknown): PushScript {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) throw new TypeError('not an object');
  for (const [name, value] of Object.entries(change)) {
    if (!Object.hasOwn(defaults, name)) throw new TypeError(`${name} is unknown`);
    if (name === 'refuseTokenUpdates') {
      if (typeof value !== 'boolean') throw new TypeError(`${name} must be true or false`);
    } else {
      const max = /rate/i.test(name) ? 1 : maxNumber;
      const isValid = typeof value === 'number' && value >= 0 && value <= max;
      if (!isValid) throw new TypeError(`${name} must be a number from 0 to ${max}`);
    }
  }
  return change;
}

/** A script that can be changed while the simulators run. */
export function createLiveScript(script: PushScript = {}): LiveScript {
  const live = {
    now: { ...defaults, ...validate(script) },
    random: () => next(),
    change(change: unknown) {
      const valid = validate(change);
      live.now = { ...live.now, ...valid };
      if (valid.seed !== undefined) next = createRandom(valid.seed);
    },
  };
  let next = createRandom(live.now.seed);
  return live;
}
