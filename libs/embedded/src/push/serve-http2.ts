import { constants, type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { Answer, Connection, Handler } from './exchange';
import type { LiveScript } from './push-script';
import { readBody } from './request-body';

const ignore = () => undefined;
/** What Apple says in a GOAWAY; Google says nothing. */
const farewell = Buffer.from('{"reason":"Shutdown"}');

/** Milliseconds until an answer may leave. */
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

/** Answers the requests of one session, until the script says goodbye to it. */
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
    // Sent before the client knew: these are what GOAWAY's last stream id tells it to send elsewhere.
    if (id > lastStream) return stream.close(constants.NGHTTP2_REFUSED_STREAM);
    const { goawayAfter, closeAfter } = script.now;
    requests++;
    open++;
    stream.on('close', onStreamClose);
    if (goawayAfter > 0 && requests >= goawayAfter) {
      lastStream = id;
      session.goaway(constants.NGHTTP2_NO_ERROR, id, farewell);
    }
    const isLast = closeAfter > 0 && requests >= closeAfter;
    readBody(stream, (body) => answer(stream, headers, body, isLast));
  });
}
