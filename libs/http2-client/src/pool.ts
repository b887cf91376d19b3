import { openConnection, type Connection } from './connection';
import { NotProcessed } from './errors';
import type { Answered, Http2Request, Reply } from './exchange';

export type Http2Pool = {
  /** Throws NotProcessed when the other side surely did nothing, Unanswered when nobody knows. */
  request(request: Http2Request): Promise<Reply>;
  /** Takes no more; what is under way ends. */
  close(): Promise<void>;
};
export type Http2PoolOptions = { url: string; ca?: string; connections?: number; timeoutMs?: number };

type Waiting = { request: Http2Request; answered: Answered; tries: number };
type Pool = {
  options: Required<Pick<Http2PoolOptions, 'url' | 'connections' | 'timeoutMs'>> & Pick<Http2PoolOptions, 'ca'>;
  open: Set<Connection>;
  waiting: Waiting[];
  /** Takes no more; called when the last connection is gone. */
  onClosed?: () => void;
};

/** A request that surely was not looked at goes out again at once, so many times in all. */
const mostTries = 3;

/** As many long-lived connections to one address as are needed, up to a few; what finds no room waits its turn. */
export function http2Pool({ url, ca, connections = 4, timeoutMs = 15_000 }: Http2PoolOptions): Http2Pool {
  const pool: Pool = { options: { url, ca, connections, timeoutMs }, open: new Set(), waiting: [] };
  return {
    request: (request) =>
      new Promise((resolve, reject) => {
        if (pool.onClosed) return reject(new NotProcessed('The connections were closed'));
        const one = { request, answered: { resolve, reject }, tries: 0 };
        const connection = pool.waiting.length === 0 ? firstWithRoom(pool) : undefined;
        if (connection) return send(pool, one, connection);
        pool.waiting.push(one);
        serve(pool);
      }),
    async close() {
      const allClosed = new Promise<void>((resolve) => (pool.onClosed = resolve));
      refuseAll(pool, 'The connections were closed');
      if (pool.open.size === 0) return;
      for (const connection of pool.open) connection.leave();
      await allClosed;
    },
  };
}

function send(pool: Pool, one: Waiting, connection: Connection): void {
  const { request, answered } = one;
  const reject = (error: Error) => {
    if (!(error instanceof NotProcessed) || ++one.tries >= mostTries || pool.onClosed) return answered.reject(error);
    // Before those who were never sent: the next connection surely looks at its first.
    pool.waiting.unshift(one);
    serve(pool);
  };
  try {
    connection.send(request, { resolve: answered.resolve, reject });
  } catch (error) {
    answered.reject(error as Error);
  }
}

function serve(pool: Pool): void {
  const { waiting } = pool;
  while (waiting.length > 0) {
    const connection = firstWithRoom(pool);
    if (!connection) return openOneMore(pool);
    send(pool, waiting.shift()!, connection);
  }
}

/** Where those there are full, and none is just being opened. */
function openOneMore(pool: Pool): void {
  const { open, options } = pool;
  const inService = [...open].filter((one) => !one.isLeaving());
  if (pool.onClosed || inService.length >= options.connections || inService.some((one) => one.open() === 0)) return;
  let tookAny = false;
  const connection = openConnection({
    ...options,
    onRoom() {
      tookAny ||= connection.room() > 0;
      serve(pool);
    },
    onClosed(failure) {
      open.delete(connection);
      // Whoever waits is told, once nobody else is there to serve him.
      if (!tookAny && open.size === 0) refuseAll(pool, `No connection: ${codeOf(failure)}`);
      if (open.size === 0) pool.onClosed?.();
      serve(pool);
    },
  });
  open.add(connection);
}

function refuseAll({ waiting }: Pool, why: string): void {
  for (const { answered } of waiting.splice(0)) answered.reject(new NotProcessed(why));
}

/** The first that has room: what goes out together over one connection costs both sides less than over several. */
function firstWithRoom({ open }: Pool): Connection | undefined {
  for (const one of open) if (one.room() > 0) return one;
  return undefined;
}

const codeOf = (error: Error | undefined): string => (error as NodeJS.ErrnoException | undefined)?.code ?? 'closed';
