const minDelayMs = 250;
const maxDelayMs = 5_000;

/** Delays between attempts: doubled each time up to a maximum, with jitter so that processes do not retry in step. */
export function backoff(): () => number {
  let delayMs = minDelayMs / 2;
  return () => {
    delayMs = Math.min(delayMs * 2, maxDelayMs);
    return delayMs * (0.5 + Math.random() / 2);
  };
}
