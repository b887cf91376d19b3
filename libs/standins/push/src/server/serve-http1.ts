import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { LiveScript } from '../simulation/script';
import type { Answer, Handler } from './handler';
import { readBody } from './request-body';
import { delayOf } from './serve-http2';

function send(response: ServerResponse, { status, headers, body = '', close }: Answer): void {
  if (response.destroyed) return;
  if (close) response.destroy();
  else response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
}

/** Serves a provider over HTTP/1.1. GOAWAY and closing after n requests are for HTTP/2 only. */
export function createHttp1Server(handler: Handler, script: LiveScript): Server {
  return createServer((request: IncomingMessage, response: ServerResponse) => {
    response.on('error', () => undefined);
    request.on('error', () => undefined);
    const { method = '', url: path = '', headers } = request;
    readBody(request, (body) => {
      const reply = handler({ method, path, headers, body, connection: {} });
      if (!reply) return;
      const delay = delayOf(script);
      if (delay > 0) setTimeout(send, delay, response, reply).unref();
      else send(response, reply);
    });
  });
}
