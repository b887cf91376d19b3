import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { withDeadline } from '@herald/concurrency';
import { connect, type ChannelModel } from 'amqplib';
import { backoff } from './backoff';
import { waitForBroker } from './wait-for-broker';

export type Link = {
  /** The live connection, or undefined while there is none. */
  current(): ChannelModel | undefined;
  /** Resolves with the next live connection, or with undefined once the link is closed. */
  connected(): Promise<ChannelModel | undefined>;
  close(): Promise<void>;
};

const connectTimeoutMs = 5_000;
const handshakeTimeoutMs = 10_000;
const closeTimeoutMs = 2_000;

type LinkOptions = {
  onError(error: unknown): void;
  /** Called with one line for the operator. */
  onNotice(line: string): void;
};

/**
 * Keeps a connection to the broker: the first one is waited for, for a limited time; a lost one is reopened with
 * backoff.
 */
export async function keepConnected(urls: string, { onError, onNotice }: LinkOptions): Promise<Link> {
  let current: ChannelModel | undefined;
  let waiting: ((connection: ChannelModel | undefined) => void)[] = [];
  const closing = new AbortController();
  const announce = (connection: ChannelModel | undefined) => {
    const callers = waiting;
    waiting = [];
    for (const resolve of callers) resolve(connection);
  };

  const open = async () => {
    const connection = await openConnection(urls);
    if (closing.signal.aborted) return destroy(connection);
    connection.on('error', onError);
    connection.once('close', () => {
      current = undefined;
      destroy(connection);
      if (!closing.signal.aborted) void reconnect();
    });
    current = connection;
    announce(connection);
  };
  const reconnect = async () => {
    const nextDelayMs = backoff();
    while (!current && !closing.signal.aborted) {
      await sleep(nextDelayMs(), undefined, { signal: closing.signal }).catch(() => {});
      if (!closing.signal.aborted) await open().catch(onError);
    }
  };

  await waitForBroker(open, onNotice);
  return {
    current: () => current,
    async connected() {
      if (current || closing.signal.aborted) return current;
      return new Promise((resolve) => waiting.push(resolve));
    },
    async close() {
      closing.abort();
      announce(undefined);
      if (current) await closeConnection(current);
    },
  };
}

/**
 * Connects to one of several nodes, separated by commas: tries each in turn, from a random one on, so that processes
 * spread over the nodes. Fails with the last node's error.
 */
export async function openConnection(urls: string): Promise<ChannelModel> {
  const nodes = nodesOf(urls);
  const first = Math.floor(Math.random() * nodes.length);
  const candidates = [...nodes.slice(first), ...nodes.slice(0, first)];
  for (const url of candidates.slice(0, -1)) {
    const connection = await connectTo(url).catch(() => undefined);
    if (connection) return connection;
  }
  return connectTo(candidates.at(-1)!);
}

/** The URLs in a list separated by commas; a comma within a URL is written %2C. */
const nodesOf = (urls: string): string[] => urls.split(',').map((url) => url.trim());

/** The handshake has a timeout of its own, because a broker may accept and then never answer. */
async function connectTo(url: string): Promise<ChannelModel> {
  const opening = connect(withHeartbeat(url), { timeout: connectTimeoutMs, noDelay: true });
  try {
    return await withDeadline(handshakeTimeoutMs, 'Connecting to the broker', opening);
  } catch (error) {
    opening.then(destroy, () => {});
    throw error;
  }
}

/** Closes a connection in a limited time, also where the broker does not answer. */
export async function closeConnection(connection: ChannelModel): Promise<void> {
  await withDeadline(closeTimeoutMs, 'Closing the connection', connection.close()).catch(() => {});
  destroy(connection);
}

/**
 * Frees the socket: a peer that no longer answers never completes the closing handshake. The error makes amqplib end
 * the connection and all its channels; after a regular close it is ignored.
 */
export function destroy(connection: ChannelModel): void {
  const { stream } = connection.connection as unknown as { stream: Duplex };
  setTimeout(() => stream.destroy(new Error('The connection was given up')), 100).unref();
}

/** Heartbeats let both sides detect within seconds that the other is gone, also without a closing packet. */
function withHeartbeat(url: string): string {
  const address = new URL(url);
  if (!address.searchParams.has('heartbeat')) address.searchParams.set('heartbeat', '10');
  return address.href;
}
