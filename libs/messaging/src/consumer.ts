import type { Message, MessageType } from '@herald/contracts';

/** How a service handles one type of message. Delivery is at-least-once, and messages may be late or out of order. */
export type Consumer<Deps> = {
  /** Names the queue, together with the service: it must not change while messages are queued. */
  name: string;
  on: MessageType<unknown>;
  /** Maximum messages in progress in one process. */
  prefetch?: number;
  /** A handler that exceeds this time fails and its message is retried; below the broker's limit of 30 minutes. */
  timeoutSeconds?: number;
  /** Its work is a part of a long one: the span links to the sender's trace instead of continuing it. */
  startsTrace?: boolean;
  /** Throw to retry later, `Unrecoverable` to make the message a dead letter. */
  handle: (data: never, deps: Deps, delivery: Delivered<unknown>) => Promise<void>;
};
/** `signal` aborts when the process stops: a long handler returns the rest of its message by RetryAfter. */
type Delivered<Data> = { message: Message<Data>; signal: AbortSignal };

type ConsumerSpec<Data, Deps> = Omit<Consumer<Deps>, 'on' | 'handle'> & {
  on: MessageType<Data>;
  handle: (data: Data, deps: Deps, delivery: Delivered<Data>) => Promise<void>;
};

/** Declares a consumer: its queue and its handler. */
export function consumer<Data, Deps>(spec: ConsumerSpec<Data, Deps>): Consumer<Deps> {
  return spec as unknown as Consumer<Deps>;
}

/** Returns the message, or the rest of it, to its queue after a delay. It is no failure: no try is counted. */
export class RetryAfter extends Error {
  constructor(
    readonly seconds: number,
    readonly data: object,
  ) {
    super(`Comes again in ${seconds} s`);
  }
}

/** A retry cannot succeed: the message becomes a dead letter. */
export class Unrecoverable extends Error {}
