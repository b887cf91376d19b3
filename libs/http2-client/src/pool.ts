import { openConnection, type Connection } from './connection';
import { NotProcessed } from './errors';
import type { Http2Request, Reply, ReplyHandler } from './stream';

export type Http2Pool = {
  /** Throws NotProcessed when the server surely did nothing, Unanswered when that is unknown. */
  request(request: Http2Request): Promise<Reply>;
  /** Takes no more requests; those in flight complete. */
  close(): Promise<void>;
};
export type Http2PoolOptions = {
  url: string;
  ca?: string;
  connections?: number;
  timeoutMs?: number;
  /** The server takes no more requests on a connection. */
  onGoAway?: () => void;
};

type PendingRequest = { request: Http2Request; handler: ReplyHandler; attempts: number };
type Pool = {
  options: Required<Omit<Http2PoolOptions, 'ca'>> & Pick<Http2PoolOptions, 'ca'>;
  connections: Set<Connection>;
  queue: PendingRequest[];
  /** Set once the pool is closed; called when its last connection is gone. */
  onClosed?: () => void;
};

/** Total attempts of a request that the server surely did not process. */
const maxAttempts = 3;

/** Sends requests over as few long-lived connections as needed; requests beyond their capacity are queued. */
export function http2Pool({
  connections = 4,
  timeoutMs = 15_000,
  onGoAway = () => {},
  ...to
}: Http2PoolOptions): Http2Pool {
  const pool: Pool = { options: { ...to, connections, timeoutMs, onGoAway }, connections: new Set(), queue: [] };
  return {
    request: (request) =>
      new Promise((resolve, reject) => {
        if (pool.onClosed) return reject(new NotProcessed('The connections were closed'));
        const pending = { request, handler: { resolve, reject }, attempts: 0 };
        const connection = pool.queue.length === 0 ? findConnection(pool) : undefined;
        if (connection) return send(pool, pending, connection);
        pool.queue.push(pending);
        sendQueued(pool);
      }),
    async close() {
      const allClosed = new Promise<void>((resolve) => (pool.onClosed = resolve));
      rejectQueued(pool, 'The connections were closed');
      if (pool.connections.size === 0) return;
      for (const connection of pool.connections) connection.close();
      await allClosed;
    },
  };
}

function send(pool: Pool, pending: PendingRequest, connection: Connection): void {
  const { request, handler } = pending;
  const reject = (error: Error) => {
    const isFinal = !(error instanceof NotProcessed) || ++pending.attempts >= maxAttempts || pool.onClosed;
    if (isFinal) return handler.reject(error);
    // To the head of the queue: a connection that closes gracefully processes its first streams.
    pool.queue.unshift(pending);
    sendQueued(pool);
  };
  try {
    connection.send(request, { resolve: handler.resolve, reject });
  } catch (error) {
    handler.reject(error as Error);
  }
}

function sendQueued(pool: Pool): void {
  const { queue } = pool;
  while (queue.length > 0) {
    const connection = findConnection(pool);
    if (!connection) return addConnection(pool);
    send(pool, queue.shift()!, connection);
  }
}

/** Opens another connection, unless the limit is reached or one without requests is still being established. */
function addConnection(pool: Pool): void {
  const { connections, options } = pool;
  const usable = [...connections].filter((one) => !one.isClosing());
  if (pool.onClosed || usable.length >= options.connections || usable.some((one) => one.inFlight() === 0)) return;
  let wasUsable = false;
  const connection = openConnection({
    ...options,
    onCapacity() {
      wasUsable ||= connection.capacity() > 0;
      sendQueued(pool);
    },
    onClosed(failure) {
      connections.delete(connection);
      // Without any connection, a failed attempt to connect rejects the queue instead of retrying without end.
      if (!wasUsable && connections.size === 0) rejectQueued(pool, `No connection: ${codeOf(failure)}`);
      if (connections.size === 0) pool.onClosed?.();
      sendQueued(pool);
    },
  });
  connections.add(connection);
}

function rejectQueued({ queue }: Pool, reason: string): void {
  for (const { handler } of queue.splice(0)) handler.reject(new NotProcessed(reason));
}

/** The first connection with capacity: requests on one connection are written together, which costs both sides less. */
function findConnection({ connections }: Pool): Connection | undefined {
  for (const connection of connections) if (connection.capacity() > 0) return connection;
  return undefined;
}

const codeOf = (error: Error | undefined): string => (error as NodeJS.ErrnoException | undefined)?.code ?? 'closed';
