import { setTimeout as sleep } from 'node:timers/promises';
import { DeadlineExceeded, withDeadline } from '@herald/concurrency';
import type { Channel, ChannelModel } from 'amqplib';
import { backoff } from './backoff';
import { destroy, type Link } from './connection';

type KeptChannel<C> = {
  /** The channel while it is ready for use; undefined while it is being reopened. */
  current(): C | undefined;
  close(): Promise<void>;
};
type ChannelSetup<C> = {
  create(connection: ChannelModel): Promise<C>;
  /** Declares what the channel needs; runs again for every channel that replaces a closed one. */
  prepare(channel: C): Promise<unknown>;
};

const openTimeoutMs = 10_000;
const closeTimeoutMs = 2_000;
/** A broker that is busy answers the first attempts too late, and a later one in time. */
const maxFirstAttempts = 3;
const lateDelayMs = 1_000;
/** The backoff restarts after a channel lived this long. */
const stableMs = 30_000;

class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super('The connection was lost while a channel was opened', { cause });
  }
}

/**
 * Keeps a channel open: a channel that closes for any reason, its connection included, is replaced with backoff. The
 * first attempt must not fail, so that a declaration the broker refuses fails the start; one that is answered too late,
 * or that loses its connection, is repeated.
 */
export async function keepChannel<C extends Channel>(
  link: Link,
  { create, prepare }: ChannelSetup<C>,
  onError: (error: unknown) => void,
): Promise<KeptChannel<C>> {
  let current: C | undefined;
  const closing = new AbortController();

  /** Resolves with a promise of the channel's end; an object, because a bare promise would be awaited. */
  const open = async (): Promise<{ ended: Promise<unknown> } | undefined> => {
    const connection = await link.connected();
    if (!connection || closing.signal.aborted) return undefined;
    const opening = (async () => {
      const channel = await create(connection);
      channel.on('error', onError);
      const ended = new Promise<void>((resolve) => channel.once('close', resolve));
      void ended.then(() => current === channel && (current = undefined));
      await prepare(channel);
      if (closing.signal.aborted) await channel.close();
      else current = channel;
      return { ended };
    })();
    return withDeadline(openTimeoutMs, 'Opening a channel', opening).catch((error: unknown) => {
      // A connection on which no channel opens in time is broken for the other channels, too.
      if (error instanceof DeadlineExceeded) destroy(connection);
      throw link.current() === connection ? error : new ConnectionLost(error);
    });
  };
  const keepOpen = async (first: Awaited<ReturnType<typeof open>>) => {
    let nextDelayMs = backoff();
    for (let opened = first; !closing.signal.aborted;) {
      const openedAt = performance.now();
      await opened?.ended;
      if (opened && performance.now() - openedAt > stableMs) nextDelayMs = backoff();
      await sleep(nextDelayMs(), undefined, { signal: closing.signal }).catch(() => {});
      opened = await open().catch((error: unknown) => void onError(error));
    }
  };

  void keepOpen(await repeatFirst(open, onError));
  return {
    current: () => current,
    async close() {
      closing.abort();
      const channel = current;
      current = undefined;
      if (channel) await withDeadline(closeTimeoutMs, 'Closing a channel', channel.close()).catch(() => {});
    },
  };
}

async function repeatFirst<T>(open: () => Promise<T>, onError: (error: unknown) => void): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await open();
    } catch (error) {
      const isRefused = !(error instanceof DeadlineExceeded || error instanceof ConnectionLost);
      if (isRefused || attempt === maxFirstAttempts) throw error;
      onError(error);
      await sleep(lateDelayMs);
    }
  }
}
