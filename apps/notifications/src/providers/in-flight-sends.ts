import type { Outcome } from './provider';

/** Tracks sends in flight, so that a provider is closed once they have completed. New ones are refused from then on. */
export function inFlightSends() {
  const inFlight = new Set<Promise<Outcome>>();
  let closing: Promise<void> | undefined;
  return {
    async track(send: () => Promise<Outcome>): Promise<Outcome> {
      if (closing) return { kind: 'busy', answer: 'The connections were closed' };
      const sending = send();
      inFlight.add(sending);
      try {
        return await sending;
      } finally {
        inFlight.delete(sending);
      }
    },
    /** Calls `release` once, however often it is closed. */
    close(release: () => Promise<void>): Promise<void> {
      closing ??= Promise.allSettled(inFlight).then(release);
      return closing;
    },
  };
}
