/** An accepted message: FCM's message, or APNs' payload and the headers that describe it. */
export type PushMessage = {
  provider: 'fcm' | 'apns';
  token: string;
  at: string;
  payload: unknown;
  /** The id in the provider's answer: FCM's message name, or apns-id. */
  id: string;
  /** APNs only: apns-topic, apns-push-type, apns-priority, apns-expiration, apns-collapse-id. */
  headers?: Record<string, string>;
};

/** A message as it is kept: the time is formatted when it is read. */
type ReceivedPush = Omit<PushMessage, 'at'> & { at: number };

export type Totals = {
  accepted: number;
  /** How many different tokens, up to the maximum that is counted. */
  tokens: number;
  /** How many messages went to a token that had received one before. */
  repeated: number;
  /** How many messages went to tokens above that maximum. */
  uncounted: number;
  /** When the first and the last message was accepted. */
  first_at: string | null;
  last_at: string | null;
};

export type PushLog = {
  add(push: ReceivedPush): void;
  /** Kept messages, newest first. */
  messages(token?: string, limit?: number): PushMessage[];
  /** The number of kept messages, of one token or of all. */
  total(token?: string): number;
  counts: ReadonlyMap<string, number>;
  totals(): Totals;
  reset(): void;
};

const maxMessages = 10_000;

const toTimestamp = (at: number): string => new Date(at).toISOString();

function toPushMessage(push: ReceivedPush): PushMessage {
  return { ...push, at: toTimestamp(push.at) };
}

/** The last 10,000 messages in a ring buffer, and the number of messages of each token. */
export function createPushLog(maxTokens = 2_000_000): PushLog {
  const counts = new Map<string, number>();
  let ring: ReceivedPush[] = [];
  let accepted = 0;
  let uncounted = 0;
  let firstAt: number | undefined;
  let lastAt: number | undefined;
  const newestFirst = (token?: string) => {
    const oldest = accepted % maxMessages;
    const inOrder = ring.length < maxMessages ? ring : [...ring.slice(oldest), ...ring.slice(0, oldest)];
    const wanted = token === undefined ? inOrder : inOrder.filter((push) => push.token === token);
    return wanted.toReversed();
  };
  return {
    add(push) {
      ring[accepted++ % maxMessages] = push;
      firstAt ??= push.at;
      lastAt = push.at;
      const count = counts.get(push.token);
      if (count !== undefined || counts.size < maxTokens) counts.set(push.token, (count ?? 0) + 1);
      else uncounted++;
    },
    messages: (token, limit = maxMessages) => newestFirst(token).slice(0, limit).map(toPushMessage),
    total: (token) => newestFirst(token).length,
    counts,
    totals: () => ({
      accepted,
      tokens: counts.size,
      repeated: accepted - uncounted - counts.size,
      uncounted,
      first_at: firstAt === undefined ? null : toTimestamp(firstAt),
      last_at: lastAt === undefined ? null : toTimestamp(lastAt),
    }),
    reset() {
      counts.clear();
      ring = [];
      accepted = uncounted = 0;
      firstAt = lastAt = undefined;
    },
  };
}
