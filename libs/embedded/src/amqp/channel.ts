import type { Consumer } from './consumer';
import type { Arguments } from './method-codec';
import type { MethodName } from './method-table';
import type { Queue } from './queue';
import type { Entry } from './ready-list';
import type { Connection } from './connection';

export type Unacked = { readonly queue: Queue; readonly entry: Entry; readonly consumer: Consumer | undefined };

/** A message on its way in: its method came, its content comes in further frames. */
export type Incoming = {
  readonly args: Arguments<'basic.publish'>;
  properties: Buffer | undefined;
  bodyLength: number;
  received: number;
  readonly parts: Buffer[];
};

export type Channel = {
  readonly number: number;
  readonly connection: Connection;
  /** Closed by us: everything but the answer to that is ignored. */
  closing: boolean;
  incoming: Incoming | undefined;
  readonly unacked: Map<number, Unacked>;
  nextDeliveryTag: number;
  readonly consumers: Map<string, Consumer>;
  /** Those that may not take more just now, in the order in which they were held back. */
  readonly heldBack: Set<Consumer>;
  /** How many unacknowledged messages all its consumers together may hold; 0 is no limit. */
  prefetch: number;
  consumerUnacked: number;
  /** What consumers started from now on may hold each. */
  prefetchOfNewConsumers: number;
  confirms: boolean;
  published: number;
  confirmed: number;
  /** The queue declared last: what an empty name stands for. */
  lastQueue: string | undefined;
  send<N extends MethodName>(name: N, args: Arguments<N>): void;
  isCongested(): boolean;
  deliver(consumer: Consumer, entry: Entry): void;
  queueIsGone(consumer: Consumer): void;
};
