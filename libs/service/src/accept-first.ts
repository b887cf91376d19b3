/** The longest delay of a request while connections keep coming: enough for some thousand phones at once. */
const maxWaitMs = 500;

/**
 * Delays the start of requests while new connections arrive. Node accepts one connection in each iteration of its event
 * loop: if each iteration worked on requests as well, thousands of phones that connect at once would wait for seconds,
 * before any limit counts them. An iteration that only accepts takes a fraction of a millisecond.
 */
export function acceptFirst(now = () => performance.now()) {
  let hasAccepted = false;
  let acceptingSince: number | undefined;
  let waiting: (() => void)[] = [];
  const endOfIteration = () => {
    if (hasAccepted && now() - acceptingSince! < maxWaitMs) {
      hasAccepted = false;
      setImmediate(endOfIteration);
      return;
    }
    acceptingSince = undefined;
    const due = waiting;
    waiting = [];
    for (const run of due) run();
  };
  return {
    onConnection(): void {
      hasAccepted = true;
      if (acceptingSince !== undefined) return;
      acceptingSince = now();
      setImmediate(endOfIteration);
    },
    /** Runs at once, unless connections have just arrived. */
    start(run: () => void): void {
      if (acceptingSince === undefined) run();
      else waiting.push(run);
    },
  };
}
