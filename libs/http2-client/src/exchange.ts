import { ProtocolError, Unanswered } from './errors';
import { errorCode, frameOfNumbers, frameType } from './frames';
import type { Headers } from './header-reader';
import type { RequestHeader } from './header-writer';
import type { Incoming } from './incoming';
import { writeFrame, writeRequest, type Outgoing, type OutgoingStream } from './outgoing';

export type Reply = { status: number; headers: Headers; body: string };
/** A POST. Its headers begin with the `:path`. */
export type Http2Request = { headers: readonly RequestHeader[]; body: string };
export type Answered = { resolve(reply: Reply): void; reject(error: Error): void };

/** One request and what came of its answer. */
export type Exchange = OutgoingStream & {
  answered: Answered;
  until: number;
  status: number;
  headers: Headers;
  pieces: Buffer[];
  length: number;
};

/** What is under way on one connection. */
export type Exchanges = {
  out: Outgoing;
  /** In the order they began: one clock for all of them. */
  open: Map<number, Exchange>;
  /** How many the other side takes at once; none before it has said so. */
  most: number;
  nextId: number;
  /** It takes no more. */
  leaving: boolean;
  /** Time-outs in a row. */
  silent: number;
  /** Something ended, or may begin. */
  onChange(): void;
};

const lastId = 2 ** 31 - 1;
/** So many time-outs in a row without any answer: the connection is dead, though nobody said so. */
const mostSilent = 3;
const longestAnswer = 65_536;

export const roomIn = ({ leaving, most, open }: Exchanges): number => (leaving ? 0 : most - open.size);

export function begin(all: Exchanges, { headers, body }: Http2Request, timeoutMs: number, answered: Answered): void {
  const id = all.nextId;
  const stream = writeRequest(all.out, id, headers, body);
  all.nextId += 2;
  if (all.nextId > lastId) all.leaving = true;
  const nothingYet = { status: 0, headers: {}, pieces: [], length: 0 };
  all.open.set(id, Object.assign(stream, { answered, until: performance.now() + timeoutMs, ...nothingYet }));
}

export function fail(all: Exchanges, exchange: Exchange, error: Error): void {
  all.open.delete(exchange.id);
  all.out.waiting.delete(exchange);
  exchange.answered.reject(error);
  all.onChange();
}

/** Tells the other side that nobody waits for its answer any more. */
function abandon(all: Exchanges, exchange: Exchange, why: string): void {
  writeFrame(all.out, frameOfNumbers(frameType.resetStream, exchange.id, errorCode.cancel));
  fail(all, exchange, new Unanswered(why));
}

export function giveUpLate(all: Exchanges, timeoutMs: number): void {
  const now = performance.now();
  for (const exchange of all.open.values()) {
    if (exchange.until > now) return;
    if (++all.silent >= mostSilent) all.leaving = true;
    abandon(all, exchange, `No answer within ${timeoutMs / 1000} s`);
  }
}

/** Puts the answers together. Of one that nobody waits for any more, nothing is kept. */
export function answersTo(all: Exchanges): Incoming {
  const complete = (exchange: Exchange) => {
    const { status, headers, pieces, answered } = exchange;
    if (status === 0) throw new ProtocolError('An answer without headers');
    all.open.delete(exchange.id);
    // It was answered before all of it was sent: the rest is not wanted.
    if (exchange.unsent) writeFrame(all.out, frameOfNumbers(frameType.resetStream, exchange.id, errorCode.none));
    all.out.waiting.delete(exchange);
    const body = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
    answered.resolve({ status, headers, body: body.toString() });
    all.onChange();
  };
  return {
    onHeaders(id, headers, isEnd) {
      if (id % 2 === 0 || id >= all.nextId) throw new ProtocolError('An answer to what was not asked');
      const exchange = all.open.get(id);
      all.silent = 0;
      if (!exchange) return;
      const status = Number(headers[':status']);
      // Headers that come before the answer say that it will come; those after it are of no interest.
      if (exchange.status === 0 && status >= 200) Object.assign(exchange, { status, headers });
      if (isEnd) complete(exchange);
    },
    onData(id, content, isEnd) {
      const exchange = all.open.get(id);
      if (!exchange) return;
      exchange.length += content.length;
      if (exchange.length > longestAnswer) return abandon(all, exchange, 'The answer is too long');
      if (content.length > 0) exchange.pieces.push(content);
      if (isEnd) complete(exchange);
    },
  };
}
