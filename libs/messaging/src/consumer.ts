import type { Message, MessageType } from '@herald/envelopes';

/** What a service does with one type of message. A message may come twice, late or out of order. */
export type Consumer<Deps> = {
  /** Names the queue, together with the service: it must not change while messages wait in it. */
  name: string;
  on: MessageType<unknown>;
  /** How many messages one process works on at once. */
  prefetch?: number;
  /** After this time the message counts as failed and is retried; below the broker's own limit of 30 minutes. */
  timeoutSeconds?: number;
  /** Throw to retry later, `Unrecoverable` to make the message a dead letter. */
  handle: (data: never, deps: Deps, delivery: Delivered<unknown>) => Promise<void>;
};
/** `signal` is aborted when the process stops: a handler that takes long gives back what is left of its message. */
export type Delivered<Data> = { message: Message<Data>; signal: AbortSignal };

type ConsumerSpec<Data, Deps> = Omit<Consumer<Deps>, 'on' | 'handle'> & {
  on: MessageType<Data>;
  handle: (data: Data, deps: Deps, delivery: Delivered<Data>) => Promise<void>;
};

/** One consumer: its queue and what it does with a message. */
export function consumer<Data, Deps>(spec: ConsumerSpec<Data, Deps>): Consumer<Deps> {
  return spec as unknown as Consumer<Deps>;
}

/** The message, or what is left of it, comes back to its queue in so many seconds. That is no failure: no try is counted. */
export class ComeAgain extends Error {
  constructor(
    readonly seconds: number,
    readonly data: object,
  ) {
    super(`Comes again in ${seconds} s`);
  }
}

/** No further try can help: the message goes to the dead letters. */
export class Unrecoverable extends Error {}
