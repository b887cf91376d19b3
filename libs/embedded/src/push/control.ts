import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { PushLog } from './push-log';
import type { LiveScript } from './push-script';
import { readBody } from './request-body';

export type Controlled = { log: PushLog; script: LiveScript; forget(): void };

const host = '127.0.0.1';
const prefix = '/_dev/push';
const loopbackName = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Millions of tokens are written piece by piece. */
function* jsonOf(counts: ReadonlyMap<string, number>): Generator<string> {
  let piece = '{';
  let isFirst = true;
  for (const [token, count] of counts) {
    piece += `${isFirst ? '' : ','}${JSON.stringify(token)}:${count}`;
    isFirst = false;
    if (piece.length > 65_536) {
      yield piece;
      piece = '';
    }
  }
  yield `${piece}}`;
}

function showMessages({ log }: Controlled, query: URLSearchParams, response: ServerResponse): void {
  const token = query.get('token') ?? undefined;
  const limit = Number(query.get('limit') ?? NaN);
  const most = Number.isInteger(limit) && limit >= 0 ? limit : undefined;
  reply(response, 200, { total: log.total(token), data: log.messages(token, most) });
}

function changeScript({ script }: Controlled, request: IncomingMessage, response: ServerResponse): void {
  readBody(request, (body) => {
    try {
      script.change(JSON.parse(body.toString()));
      reply(response, 200, script.now);
    } catch (error) {
      reply(response, 400, { error: error instanceof Error ? error.message : 'not JSON' });
    }
  });
}

type Action = (it: Controlled, request: IncomingMessage, response: ServerResponse, query: URLSearchParams) => void;

const actions: Record<string, Action> = {
  [`GET ${prefix}/messages`]: (it, _, response, query) => showMessages(it, query, response),
  [`GET ${prefix}/counts`](it, _, response) {
    response.writeHead(200, { 'content-type': 'application/json' });
    Readable.from(jsonOf(it.log.counts))
      .on('error', () => response.destroy())
      .pipe(response);
  },
  [`GET ${prefix}/totals`]: (it, _, response) => reply(response, 200, it.log.totals()),
  [`GET ${prefix}/script`]: (it, _, response) => reply(response, 200, it.script.now),
  [`PUT ${prefix}/script`]: changeScript,
  [`DELETE ${prefix}`](it, _, response) {
    it.forget();
    response.writeHead(204).end();
  },
};

/** Shows and steers the simulators over plain HTTP on loopback, for tests in other processes and for people. */
export async function serveControl(it: Controlled, port: number): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    // A page in a browser reaches loopback through a name of its own.
    if (!loopbackName.test(request.headers.host ?? '')) return reply(response, 403, { error: 'loopback only' });
    const { pathname, searchParams } = new URL(request.url ?? '/', `http://${host}`);
    const action = actions[`${request.method} ${pathname}`];
    if (action) action(it, request, response, searchParams);
    else reply(response, 404, { error: 'not found' });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
