/** Values as they come, until the signal aborts. The first must come at once: it is what a failure may replace. */
export type EventsAnswer<Value = unknown> = { values: (signal: AbortSignal) => AsyncIterable<Value> };

export type EventOptions = {
  /** Aborts when the caller hangs up or the process stops. */
  signal: AbortSignal;
  /** False once the token is no longer valid. */
  isAllowed: () => Promise<boolean>;
  heartbeatMs?: number;
};

/** Gateways and phones drop a connection that is silent for a minute. */
const defaultHeartbeatMs = 5_000;

/**
 * Values as server-sent events. A comment keeps a silent stream alive; with each the token is verified again, so that a
 * stream ends soon after its token.
 */
export async function* eventPieces(
  { values }: EventsAnswer,
  { signal, isAllowed, heartbeatMs = defaultHeartbeatMs }: EventOptions,
): AsyncGenerator<string> {
  const ended = new AbortController();
  const aborted = new Promise<void>((resolve) => {
    ended.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const end = () => ended.abort();
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  const source = values(ended.signal)[Symbol.asyncIterator]();
  try {
    let next = source.next();
    while (!ended.signal.aborted) {
      const got = await firstOf(next, aborted, heartbeatMs);
      if (got?.done || ended.signal.aborted || (!got && !(await isAllowed()))) return;
      yield got ? `data: ${JSON.stringify(got.value)}\n\n` : ': \n\n';
      if (got) next = source.next();
    }
  } finally {
    signal.removeEventListener('abort', end);
    end();
    await source.return?.();
  }
}

/** The next value; nothing after this time, or at an abort. */
async function firstOf<Next>(next: Promise<Next>, aborted: Promise<void>, ms: number): Promise<Next | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const beat = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return (await Promise.race([next, beat, aborted])) ?? undefined;
  } finally {
    clearTimeout(timer);
  }
}
