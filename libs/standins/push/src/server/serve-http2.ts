import { constants, type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { LiveScript } from '../simulation/script';
import type { Answer, Connection, Handler } from './handler';
import { readBody } from './request-body';

const ignore = () => undefined;
/** The debug data of APNs' GOAWAY; Google sends none. */
const goawayData = Buffer.from('{"reason":"Shutdown"}');

/** The latency of the next answer in milliseconds. */
export function delayOf({ now, random }: LiveScript): number {
  return now.jitterMs > 0 ? now.latencyMs + Math.round(now.jitterMs * random()) : now.latencyMs;
}

function send(stream: ServerHttp2Stream, socket: Socket, { status, headers, body, close }: Answer): void {
  if (close) {
    socket.destroy();
    return;
  }
  if (stream.destroyed || stream.closed) return;
  headers[':status'] = status;
  stream.respond(headers, body === undefined ? { endStream: true } : undefined);
  if (body !== undefined) stream.end(body);
}

/** Serves one session until its script ends it with GOAWAY or closes its connection. */
export function serveSession(session: ServerHttp2Session, socket: Socket, handler: Handler, script: LiveScript): void {
  const connection: Connection = {};
  let requests = 0;
  let open = 0;
  let lastStream = Infinity;

  function answer(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, body: Buffer, isLast: boolean): void {
    const method = headers[constants.HTTP2_HEADER_METHOD] as string;
    const path = headers[constants.HTTP2_HEADER_PATH] as string;
    const reply = handler({ method, path, headers, body, connection });
    if (!reply) return;
    if (isLast) reply.close = true;
    const delay = delayOf(script);
    if (delay > 0) setTimeout(send, delay, stream, socket, reply).unref();
    else send(stream, socket, reply);
  }

  function onStreamClose(): void {
    open--;
    if (open === 0 && lastStream !== Infinity) session.close();
  }

  session.on('error', ignore);
  session.on('stream', (stream, headers) => {
    stream.on('error', ignore);
    const id = stream.id ?? 0;
    // The client opened this stream before it received GOAWAY, and must send it again on another connection.
    if (id > lastStream) return stream.close(constants.NGHTTP2_REFUSED_STREAM);
    const { goawayAfter, closeAfter } = script.now;
    requests++;
    open++;
    stream.on('close', onStreamClose);
    if (goawayAfter > 0 && requests >= goawayAfter) {
      lastStream = id;
      session.goaway(constants.NGHTTP2_NO_ERROR, id, goawayData);
    }
    const isLast = closeAfter > 0 && requests >= closeAfter;
    readBody(stream, (body) => answer(stream, headers, body, isLast));
  });
}
