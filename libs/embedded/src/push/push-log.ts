/** A message that arrived: FCM's message, or APNs' payload with the headers that describe it. */
export type PushMessage = {
  provider: 'fcm' | 'apns';
  token: string;
  at: string;
  payload: unknown;
  /** What the provider answered as its name: FCM's message id, or apns-id. */
  id: string;
  /** Of APNs: apns-topic, apns-push-type, apns-priority, apns-expiration, apns-collapse-id. */
  headers?: Record<string, string>;
};

/** As it is kept: text is made when somebody looks. */
export type Arrival = Omit<PushMessage, 'at'> & { at: number };

export type Totals = {
  accepted: number;
  /** How many different tokens; those beyond the first two million are not told apart. */
  tokens: number;
  /** How many messages came to a token that had one already. */
  repeated: number;
  uncounted: number;
};

export type PushLog = {
  add(arrival: Arrival): void;
  /** Newest first. */
  messages(token?: string, limit?: number): PushMessage[];
  /** How many are kept, of a token or of all. */
  total(token?: string): number;
  counts: ReadonlyMap<string, number>;
  totals(): Totals;
  forget(): void;
};

const mostMessages = 10_000;

function shown(arrival: Arrival): PushMessage {
  return { ...arrival, at: new Date(arrival.at).toISOString() };
}

/** The last 10,000 messages in a ring, and a count for each token. */
export function createPushLog(mostTokens = 2_000_000): PushLog {
  const counts = new Map<string, number>();
  let ring: Arrival[] = [];
  let accepted = 0;
  let uncounted = 0;
  const newestFirst = (token?: string) => {
    const oldest = accepted % mostMessages;
    const inOrder = ring.length < mostMessages ? ring : [...ring.slice(oldest), ...ring.slice(0, oldest)];
    const wanted = token === undefined ? inOrder : inOrder.filter((arrival) => arrival.token === token);
    return wanted.toReversed();
  };
  return {
    add(arrival) {
      ring[accepted++ % mostMessages] = arrival;
      const count = counts.get(arrival.token);
      if (count !== undefined || counts.size < mostTokens) counts.set(arrival.token, (count ?? 0) + 1);
      else uncounted++;
    },
    messages: (token, limit = mostMessages) => newestFirst(token).slice(0, limit).map(shown),
    total: (token) => newestFirst(token).length,
    counts,
    totals: () => ({
      accepted,
      tokens: counts.size,
      repeated: accepted - uncounted - counts.size,
      uncounted,
    }),
    forget() {
      counts.clear();
      ring = [];
      accepted = uncounted = 0;
    },
  };
}
