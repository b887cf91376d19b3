import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { DevelopmentPage } from '../development-page';
import type { PushLog } from './push-log';
import { pushPages } from './push-pages';
import type { LiveScript } from './push-script';
import { readBody } from './request-body';

export type Controlled = { log: PushLog; script: LiveScript; forget(): void };

const host = '127.0.0.1';
const prefix = '/_dev/push';
const loopbackName = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
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

function show(page: DevelopmentPage, query: URLSearchParams, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  Readable.from(page(query))
    .on('error', () => response.destroy())
    .pipe(response);
}

type Action = (it: Controlled, request: IncomingMessage, response: ServerResponse) => void;

const actions: Record<string, Action> = {
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
  const pages = pushPages(it.log);
  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    // A page in a browser reaches loopback through a name of its own.
    if (!loopbackName.test(request.headers.host ?? '')) return reply(response, 403, { error: 'loopback only' });
    const { pathname, searchParams } = new URL(request.url ?? '/', `http://${host}`);
    const page = request.method === 'GET' ? pages[pathname] : undefined;
    if (page) return show(page, searchParams, response);
    const action = actions[`${request.method} ${pathname}`];
    if (action) action(it, request, response);
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
