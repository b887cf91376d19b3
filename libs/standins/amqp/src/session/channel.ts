import type { Consumer, ConsumerChannel } from '../broker/consumer';
import type { Queue } from '../broker/queue';
import type { Entry } from '../store/store';
import type { Arguments } from '../wire/method-codec';
import type { MethodName } from '../wire/method-table';
import type { Connection } from './connection';

/** A delivery that is not acknowledged yet; `consumer` is absent after basic.get. */
export type Unacked = { readonly queue: Queue; readonly entry: Entry; readonly consumer: Consumer | undefined };

/** A basic.publish whose content frames have not all arrived. */
export type IncomingMessage = {
  readonly args: Arguments<'basic.publish'>;
  properties: Buffer | undefined;
  bodyLength: number;
  receivedLength: number;
  readonly parts: Buffer[];
};

export type Channel = ConsumerChannel & {
  readonly number: number;
  readonly connection: Connection;
  /** Whether the broker has closed the channel. Everything but the client's answer to that is ignored. */
  isClosing: boolean;
  incoming: IncomingMessage | undefined;
  readonly unacked: Map<number, Unacked>;
  nextDeliveryTag: number;
  readonly consumers: Map<string, Consumer>;
  /** The prefetch limit of each consumer that is created from now on. */
  prefetchOfNewConsumers: number;
  /** Whether the channel is in confirm mode, and the last delivery tags that were published and confirmed. */
  confirms: boolean;
  lastPublished: number;
  lastConfirmed: number;
  /** The name of the last declared queue, for methods with an empty queue name. */
  lastQueue: string | undefined;
  send<N extends MethodName>(name: N, args: Arguments<N>): void;
};
