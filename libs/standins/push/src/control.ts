import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { DevelopmentPage } from './development-page';
import { pushPages } from './push-pages';
import { readBody } from './server/request-body';
import type { PushLog } from './simulation/push-log';
import type { LiveScript } from './simulation/script';

export type Simulators = { log: PushLog; script: LiveScript; reset(): void };

const host = '127.0.0.1';
const prefix = '/_dev/push';
const loopbackName = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function changeScript({ script }: Simulators, request: IncomingMessage, response: ServerResponse): void {
  readBody(request, (body) => {
    try {
      script.change(JSON.parse(body.toString()));
      sendJson(response, 200, script.now);
    } catch (error) {
      sendJson(response, 400, { error: error instanceof Error ? error.message : 'not JSON' });
    }
  });
}

function sendPage(page: DevelopmentPage, query: URLSearchParams, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  Readable.from(page(query))
    .on('error', () => response.destroy())
    .pipe(response);
}

type Action = (simulators: Simulators, request: IncomingMessage, response: ServerResponse) => void;

const actions: Record<string, Action> = {
  [`GET ${prefix}/totals`]: (simulators, _, response) => sendJson(response, 200, simulators.log.totals()),
  [`GET ${prefix}/script`]: (simulators, _, response) => sendJson(response, 200, simulators.script.now),
  [`PUT ${prefix}/script`]: changeScript,
  [`DELETE ${prefix}`](simulators, _, response) {
    simulators.reset();
    response.writeHead(204).end();
  },
};

/** Shows what the simulators received and changes their script: HTTP on loopback, for tests and developers. */
export async function serveControl(
  simulators: Simulators,
  port: number,
): Promise<{ url: string; stop(): Promise<void> }> {
  const pages = pushPages(simulators.log);
  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    // DNS rebinding: a web page reaches loopback through its own host name.
    if (!loopbackName.test(request.headers.host ?? '')) return sendJson(response, 403, { error: 'loopback only' });
    const { pathname, searchParams } = new URL(request.url ?? '/', `http://${host}`);
    const page = request.method === 'GET' ? pages[pathname] : undefined;
    if (page) return sendPage(page, searchParams, response);
    const action = actions[`${request.method} ${pathname}`];
    if (action) action(simulators, request, response);
    else sendJson(response, 404, { error: 'not found' });
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
