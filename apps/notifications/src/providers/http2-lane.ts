import {
  connect,
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type OutgoingHttpHeaders,
} from 'node:http2';

export type Reply = { status: number; headers: Record<string, string | undefined>; body: string };
export type Http2Request = { headers: OutgoingHttpHeaders; body: string };

/** The other side did not look at the request: sending it again repeats nothing. */
export class NotProcessed extends Error {}
/** The request went out and no answer came. */
export class Unanswered extends Error {}

/** One connection. */
export type Lane = {
  session: ClientHttp2Session;
  /** Requests under way, and how many there may be. */
  open: number;
  room: number;
  /** Takes no more requests. */
  leaving: boolean;
  /** Time-outs in a row. */
  silent: number;
  /** The last stream that the other side looked at before it said goodbye. */
  lastStream: number;
  /** In the order they began: one clock for all of them. */
  timings: Set<Timing>;
};
type Timing = { at: number; giveUp(): void };

export type LaneEvents = {
  onReady(lane: Lane): void;
  /** The other side takes more at once than was known. */
  onRoom(): void;
  onClosed(lane: Lane, failure?: Error): void;
};

/** Before the other side has said how many streams it takes at once. */
const cautiousStreams = 100;
/** More at once on one connection only wait for each other. */
const mostStreams = 500;
const connectWithinMs = 10_000;
/** Far above what answers of some bytes need; the default would have the other side wait for us. */
const settings = { enablePush: false, initialWindowSize: 1_048_576 };

/** Opens a connection; it does not keep the process from ending. */
export function openLane(url: string, ca: string | undefined, { onReady, onRoom, onClosed }: LaneEvents): void {
  const session = connect(url, { ca, settings, maxSessionMemory: 64 });
  const fresh = { open: 0, room: cautiousStreams, leaving: false, silent: 0, lastStream: Infinity };
  const lane: Lane = { session, ...fresh, timings: new Set() };
  const clock = setInterval(() => checkTimings(lane), 250).unref();
  const tooLate = setTimeout(() => session.destroy(new Error('No connection in time')), connectWithinMs);
  let failure: Error | undefined;
  session.on('error', (error) => (failure = error));
  session.on('goaway', (_code, lastStream) => Object.assign(lane, { leaving: true, lastStream }));
  session.on('remoteSettings', ({ maxConcurrentStreams = cautiousStreams }) => {
    lane.room = Math.min(maxConcurrentStreams, mostStreams);
    onRoom();
  });
  session.once('connect', () => {
    clearTimeout(tooLate);
    session.unref();
    onReady(lane);
  });
  session.once('close', () => {
    clearTimeout(tooLate);
    clearInterval(clock);
    lane.leaving = true;
    onClosed(lane, failure);
  });
}

function checkTimings({ timings }: Lane): void {
  const now = Date.now();
  for (const timing of timings) {
    if (timing.at > now) return;
    timings.delete(timing);
    timing.giveUp();
  }
}

/** So many time-outs in a row without any answer: the connection is dead, though nobody said so. */
const mostSilent = 3;

/** One request and its answer. */
export function exchange(lane: Lane, { headers, body }: Http2Request, timeoutMs: number): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const stream = begun(lane, headers);
    let reply: Reply | undefined;
    let timedOut = false;
    stream.setEncoding('utf8');
    stream.once('response', (answered) => {
      lane.silent = 0;
      reply = { status: answered[':status'] ?? 0, headers: answered as Reply['headers'], body: '' };
    });
    stream.on('data', (piece: string) => reply && (reply.body += piece));
    const giveUp = () => {
      timedOut = true;
      stream.close(constants.NGHTTP2_CANCEL);
      if (++lane.silent >= mostSilent) lane.leaving = true;
    };
    const timing = { giveUp, at: Date.now() + timeoutMs };
    lane.timings.add(timing);
    // What went wrong is told by what was there when the stream closed.
    stream.on('error', () => {});
    stream.once('close', () => {
      lane.timings.delete(timing);
      if (reply && stream.readableEnded) return resolve(reply);
      if (timedOut) return reject(new Unanswered(`No answer within ${timeoutMs / 1000} s`));
      const isRefused = stream.rstCode === constants.NGHTTP2_REFUSED_STREAM;
      const untouched = isRefused || stream.id === undefined || stream.id > lane.lastStream;
      reject(untouched ? new NotProcessed('The connection took no more') : new Unanswered('The connection was lost'));
    });
    stream.end(body);
  });
}

function begun({ session }: Lane, headers: OutgoingHttpHeaders): ClientHttp2Stream {
  try {
    return session.request(headers);
  } catch (cause) {
    throw new NotProcessed('The connection was closing', { cause });
  }
}
