import { randomUUID } from 'node:crypto';
import type { Message, MessageType } from '@herald/envelopes';
import { currentRequestId } from '@herald/tracing';
import type { ChannelModel, ConfirmChannel } from 'amqplib';
import { keepConnected } from './connection';
import type { Consumer } from './consumer';
import { publisher } from './publisher';
import { subscribe, type Active, type Handled, type Subscription } from './subscribe';
import { declareShared, topologyOf } from './topology';

export type Published = { type: string; seconds: number; failed: boolean };
export type Broker = {
  /** Resolves once the broker has the message on disk; else throws BrokerDown. */
  publish(message: Message): Promise<void>;
  consume<Deps>(service: string, consumer: Consumer<Deps>, deps: Deps): Promise<void>;
  ready(): boolean;
  /** Takes no more messages, lets those in work end, then leaves. */
  close(): Promise<void>;
};
export type BrokerOptions = {
  namespace: string;
  onPublished?(published: Published): void;
  onHandled?(handled: Handled): void;
  onError(error: unknown): void;
};

/** A new message of a type; its id tells repeats apart. */
export function newMessage<Data>({ type }: MessageType<Data>, data: Data): Message<Data> {
  return { id: randomUUID(), type, version: 1, at: new Date().toISOString(), request_id: currentRequestId(), data };
}

/** Connects to the broker at a URL and keeps connected. */
export async function connectBroker(url: string, options: BrokerOptions): Promise<Broker> {
  const { namespace, onPublished = () => {}, onHandled = () => {}, onError } = options;
  const topology = topologyOf(namespace);
  const subscriptions: Subscription[] = [];
  const inFlight = new Set<Promise<void>>();
  let confirms: ConfirmChannel | undefined;
  let active: Active[] = [];
  const publish = publisher(() => confirms);
  const context = { topology, publish, inFlight, onHandled, onError };

  const onConnect = async (connection: ChannelModel) => {
    const channel = await connection.createConfirmChannel();
    channel.on('error', onError);
    channel.once('close', () => confirms === channel && (confirms = undefined));
    await declareShared(channel, topology);
    confirms = channel;
    active = [];
    for (const subscription of subscriptions) active.push(await subscribe(connection, subscription, context));
  };
  const link = await keepConnected(url, onConnect, onError);

  return {
    async publish(message) {
      const started = performance.now();
      const content = Buffer.from(JSON.stringify(message));
      const outgoing = { exchange: topology.events, key: message.type, content, options: { messageId: message.id } };
      let failed = true;
      try {
        await publish(outgoing);
        failed = false;
      } finally {
        onPublished({ type: message.type, seconds: (performance.now() - started) / 1000, failed });
      }
    },
    async consume(service, consumer, deps) {
      const subscription = { service, consumer, deps } as unknown as Subscription;
      subscriptions.push(subscription);
      const connection = link.current();
      if (connection) active.push(await subscribe(connection, subscription, context));
    },
    ready: () => link.current() !== undefined && confirms !== undefined,
    async close() {
      await Promise.all(active.map(({ cancel }) => cancel()));
      await Promise.all(inFlight);
      await Promise.all(active.map(({ close }) => close()));
      await link.close();
    },
  };
}
