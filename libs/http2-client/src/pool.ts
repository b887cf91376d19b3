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

type Waiting = { request: Http2Request; answered: Answered };

/** A few long-lived connections to one address; what finds no room waits its turn. */
export function http2Pool({ url, ca, connections: most = 4, timeoutMs = 15_000 }: Http2PoolOptions): Http2Pool {
  const connections = new Set<Connection>();
  const waiting: Waiting[] = [];
  let closed: (() => void) | undefined;

  const refuseAll = (why: string) => {
    for (const { answered } of waiting.splice(0)) answered.reject(new NotProcessed(why));
  };
  const serve = () => {
    while (waiting.length > 0 && handOver(waiting[0]!, freest(connections))) waiting.shift();
    if (waiting.length > 0 && countOf(connections) < most && !closed) openOneMore();
  };
  const openOneMore = () => {
    let tookAny = false;
    const connection = openConnection({
      ...{ url, ca, timeoutMs },
      onRoom() {
        tookAny ||= connection.room() > 0;
        serve();
      },
      onClosed(failure) {
        connections.delete(connection);
        // Whoever waits is told, once nobody else is there to serve him.
        if (!tookAny && connections.size === 0) refuseAll(`No connection: ${codeOf(failure)}`);
        if (connections.size === 0) closed?.();
        serve();
      },
    });
    connections.add(connection);
  };
  return {
    request: (request) =>
      new Promise((resolve, reject) => {
        const one = { request, answered: { resolve, reject } };
        if (closed) return reject(new NotProcessed('The connections were closed'));
        if (waiting.length === 0 && handOver(one, freest(connections))) return;
        waiting.push(one);
        serve();
      }),
    async close() {
      const allClosed = new Promise<void>((resolve) => (closed = resolve));
      refuseAll('The connections were closed');
      if (connections.size === 0) return;
      for (const connection of connections) connection.leave();
      await allClosed;
    },
  };
}

function handOver({ request, answered }: Waiting, connection: Connection | undefined): boolean {
  if (!connection) return false;
  try {
    connection.send(request, answered);
  } catch (error) {
    answered.reject(error as Error);
  }
  return true;
}

function freest(connections: Set<Connection>): Connection | undefined {
  let best: Connection | undefined;
  for (const one of connections) if (one.room() > 0 && (!best || one.open() < best.open())) best = one;
  return best;
}

/** Those that take requests, or will. */
function countOf(connections: Set<Connection>): number {
  let count = 0;
  for (const one of connections) if (!one.isLeaving()) count++;
  return count;
}

const codeOf = (error: Error | undefined): string => (error as NodeJS.ErrnoException | undefined)?.code ?? 'closed';
