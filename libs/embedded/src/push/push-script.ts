/** How the simulators behave; rates are probabilities from 0 to 1, and 0 switches a behaviour off. */
export type PushScript = {
  latencyMs?: number;
  /** Added to the latency, at random up to this. */
  jitterMs?: number;
  /** A session says GOAWAY after so many requests and refuses what follows. */
  goawayAfter?: number;
  /** A connection is cut after so many requests; the last one is accepted but never answered. */
  closeAfter?: number;
  rate429?: number;
  rate503?: number;
  rate500?: number;
  /** Of 429 and 503; 0 leaves the header out. */
  retryAfterSeconds?: number;
  /** Requests that are neither accepted nor answered until the client gives up. */
  hangRate?: number;
  /** Requests that are accepted, but whose connection is cut before the answer. */
  closeRate?: number;
  /** What a session of APNs says to a second provider token within 20 minutes: 429, instead of only a log line. */
  refuseTokenUpdates?: boolean;
  /** Of the random choices: the same seed and the same requests give the same answers. */
  seed?: number;
};

/** The script in force. */
export type LiveScript = {
  readonly now: Readonly<Required<PushScript>>;
  /** The next random number from 0 to 1. */
  random(): number;
  /** Merges a change that may come from outside; throws a TypeError that names what is wrong with it. */
  change(change: unknown): void;
};

const initial: Required<PushScript> = {
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
const largest = 1e9;

function checked(change: unknown): PushScript {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) throw new TypeError('not an object');
  for (const [name, value] of Object.entries(change)) {
    if (!Object.hasOwn(initial, name)) throw new TypeError(`${name} is unknown`);
    if (name === 'refuseTokenUpdates') {
      if (typeof value !== 'boolean') throw new TypeError(`${name} must be true or false`);
    } else {
      const most = /rate/i.test(name) ? 1 : largest;
      const isFine = typeof value === 'number' && value >= 0 && value <= most;
      if (!isFine) throw new TypeError(`${name} must be a number from 0 to ${most}`);
    }
  }
  return change;
}

/** Mulberry32: small, fast, and good enough for dice. */
function createDice(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A script that can be changed while the simulators run. */
export function createLiveScript(script: PushScript = {}): LiveScript {
  const live = {
    now: { ...initial, ...checked(script) },
    random: () => dice(),
    change(change: unknown) {
      const valid = checked(change);
      live.now = { ...live.now, ...valid };
      if (valid.seed !== undefined) dice = createDice(valid.seed);
    },
  };
  let dice = createDice(live.now.seed);
  return live;
}
