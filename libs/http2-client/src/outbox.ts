import type { Target } from './header-writer';

export type Outbox = Target & {
  /** Makes sure that so many bytes can be written. */
  makeRoom(bytes: number): void;
  /** What stands in it is sent soon. */
  touched(): void;
};

const slabSize = 65_536;

/**
 * Gathers what is written until the loop has gone round, and sends it at once: many requests are one piece for TLS and for the
 * kernel, and that costs a tenth of a piece for each.
 */
export function outboxTo(send: (bytes: Buffer) => void): Outbox {
  let sent = 0;
  let isDue = false;
  const flush = () => {
    if (box.end > sent) send(box.bytes.subarray(sent, box.end));
    sent = box.end;
  };
  const box: Outbox = {
    bytes: Buffer.allocUnsafeSlow(slabSize),
    end: 0,
    makeRoom(bytes) {
      if (box.bytes.length - box.end >= bytes) return;
      flush();
      // What was sent may still be on its way out of it: nothing is ever written over.
      box.bytes = Buffer.allocUnsafeSlow(Math.max(slabSize, bytes));
      box.end = sent = 0;
    },
    touched() {
      if (isDue) return;
      isDue = true;
      setImmediate(() => {
        isDue = false;
        flush();
      });
    },
  };
  return box;
}
