import {
  createServer,
  type Http2Server,
  type ServerHttp2Session,
  type ServerHttp2Stream,
  type ServerOptions,
} from 'node:http2';
import type { AddressInfo } from 'node:net';

export type ReceivedRequest = { stream: ServerHttp2Stream; headers: Record<string, string>; body: string };
export type Server = { url: string; sessions: ServerHttp2Session[]; close(): Promise<void> };

/** Node's own HTTP/2 server: an implementation independent of ours. */
export async function serveHttp2(
  handle: (request: ReceivedRequest) => void,
  options: ServerOptions = {},
): Promise<Server> {
  const server: Http2Server = createServer(options);
  const sessions: ServerHttp2Session[] = [];
  server.on('session', (session) => {
    sessions.push(session);
    session.on('error', () => {});
  });
  server.on('stream', (stream, headers) => {
    let body = '';
    stream.setEncoding('utf8');
    stream.on('error', () => {});
    stream.on('data', (chunk: string) => (body += chunk));
    stream.on('end', () => handle({ stream, headers: headers as Record<string, string>, body }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sessions,
    close: () =>
      new Promise((resolve) => {
        for (const session of sessions) session.destroy();
        server.close(() => resolve());
      }),
  };
}
