import { once } from 'node:events';
import { createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Certificates } from '../certificates/open-certificates';
import type { LiveScript } from '../simulation/script';
import type { Handler } from './handler';
import { createHttp1Server } from './serve-http1';
import { serveSession } from './serve-http2';

const host = '127.0.0.1';
/**
 * Refused streams do not end a session, because clients under test send such streams on purpose. Cancelled streams do,
 * above a burst of 1,000 and 33 per second: Node's protection against rapid resets cannot be configured.
 */
const sessionLimits = { maxSessionMemory: 256, maxSessionRejectedStreams: 1_000_000 };

/** Serves a provider over TLS with HTTP/2 and, if allowed, HTTP/1.1. Port 0 takes any free port. */
export async function serveTls(
  handler: Handler,
  options: { port: number; certificates: Certificates; script: LiveScript; maxStreams: number; allowHttp1?: boolean },
): Promise<{ url: string; stop(): Promise<void> }> {
  const { script, maxStreams, certificates, allowHttp1: alsoHttp1 } = options;
  const sockets = new Set<Socket>();
  const http2 = createHttp2Server({ ...sessionLimits, settings: { maxConcurrentStreams: maxStreams } });
  const http1 = alsoHttp1 ? createHttp1Server(handler, script) : undefined;
  const { key, cert } = certificates;
  const server = createTlsServer({ key, cert, ALPNProtocols: alsoHttp1 ? ['h2', 'http/1.1'] : ['h2'] }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    if (socket.alpnProtocol === 'h2') {
      http2.once('session', (session) => serveSession(session, socket, handler, script));
      http2.emit('connection', socket);
    } else if (http1) http1.emit('connection', socket);
    else socket.destroy();
  });
  // A client that does not trust the CA is no error of the server.
  server.on('tlsClientError', (_, socket) => socket.destroy());
  server.listen(options.port, host);
  await once(server, 'listening');
  return {
    url: `https://${host}:${(server.address() as AddressInfo).port}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
