import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type ChannelModel } from 'amqplib';

export type Link = {
  /** The live connection, or undefined while there is none. */
  current(): ChannelModel | undefined;
  close(): Promise<void>;
};

const firstWait = 250;
const longestWait = 5_000;

/**
 * Keeps a connection to the broker: the first must succeed, a lost one is made anew for as long as it takes.
 * `onConnect` sets up channels and runs for every connection.
 */
export async function keepConnected(
  url: string,
  onConnect: (connection: ChannelModel) => Promise<void>,
  onTrouble: (error: unknown) => void,
): Promise<Link> {
  let current: ChannelModel | undefined;
  const closing = new AbortController();
  let reconnecting: Promise<void> = Promise.resolve();

  const open = async () => {
    const connection = await connect(withHeartbeat(url), { timeout: 5_000, noDelay: true });
    connection.on('error', onTrouble);
    connection.once('close', () => {
      if (current === connection) current = undefined;
      if (!closing.signal.aborted) reconnecting = reconnect();
    });
    try {
      await onConnect(connection);
    } catch (error) {
      await connection.close().catch(() => {});
      throw error;
    }
    current = connection;
  };
  const reconnect = async () => {
    for (let wait = firstWait; !current; wait = Math.min(wait * 2, longestWait)) {
      await sleep(wait * (0.5 + Math.random() / 2), undefined, { signal: closing.signal }).catch(() => {});
      if (closing.signal.aborted) return;
      await open().catch(onTrouble);
    }
  };

  await open();
  return {
    current: () => current,
    async close() {
      closing.abort();
      await reconnecting;
      await current?.close().catch(() => {});
    },
  };
}

/** Both sides notice within seconds that the other is gone, also where no packet says so. */
function withHeartbeat(url: string): string {
  const address = new URL(url);
  if (!address.searchParams.has('heartbeat')) address.searchParams.set('heartbeat', '10');
  return address.href;
}
