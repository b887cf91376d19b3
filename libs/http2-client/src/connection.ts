import type { Socket } from 'node:net';
import { onControl } from './control';
import { Unanswered } from './errors';
import {
  answersTo,
  begin,
  fail,
  giveUpLate,
  roomIn,
  type Answered,
  type Exchanges,
  type Http2Request,
} from './exchange';
import { errorCode, frameOfNumbers, frameReader, frameType, setting, settingsFrame } from './frames';
import type { RequestHeader } from './header-writer';
import { incoming } from './incoming';
import { outgoing, writeFrame } from './outgoing';
import { openSocket } from './socket';

export type Connection = {
  /** How many requests are under way, and how many more it takes. */
  open(): number;
  room(): number;
  isLeaving(): boolean;
  /** Throws when the request is none. */
  send(request: Http2Request, answered: Answered): void;
  /** Takes no more; what is under way ends. */
  leave(): void;
};
export type ConnectionOptions = {
  url: string;
  ca?: string;
  timeoutMs: number;
  /** It takes requests, or takes some again. */
  onRoom(): void;
  /** Once, whether it ever took any or not. */
  onClosed(failure?: Error): void;
};

const readyWithinMs = 10_000;
const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const firstWindow = 65_535;
/** Far above what answers of some bytes need: the other side never waits for us. */
const ourWindow = 1_048_576;

/** One connection to a server; it does not keep the process from ending. */
export function openConnection({ url, ca, timeoutMs, onRoom, onClosed }: ConnectionOptions): Connection {
  const socket = openSocket(url, ca, () => greet(socket));
  const out = outgoing(headersTo(url), (bytes) => void (socket.writable && socket.write(bytes)));
  const all: Exchanges = { out, open: new Map(), most: 0, nextId: 1, leaving: false, silent: 0, onChange };
  let failure: Error | undefined;
  let isOver = false;
  const tooLate = setTimeout(() => socket.destroy(new Error('No connection in time')), readyWithinMs);
  const clock = setInterval(() => giveUpLate(all, timeoutMs), 250).unref();
  listen(socket, all);
  socket.on('error', (error) => (failure ??= error));
  socket.once('close', () => {
    clearTimeout(tooLate);
    clearInterval(clock);
    all.leaving = true;
    for (const exchange of [...all.open.values()]) fail(all, exchange, new Unanswered('The connection was lost'));
    onClosed(failure);
  });
  function onChange() {
    if (all.most > 0) clearTimeout(tooLate);
    if (all.leaving && all.open.size === 0 && !isOver) {
      isOver = true;
      sayGoodbye(all, socket);
    }
    onRoom();
  }
  return {
    open: () => all.open.size,
    room: () => roomIn(all),
    isLeaving: () => all.leaving,
    send: (request, answered) => begin(all, request, timeoutMs, answered),
    leave() {
      all.leaving = true;
      onChange();
    },
  };
}

function headersTo(url: string): RequestHeader[] {
  const { protocol, host } = new URL(url);
  return [
    [':method', 'POST', 'shared'],
    [':scheme', protocol.slice(0, -1), 'shared'],
    [':authority', host, 'shared'],
  ];
}

function greet(socket: Socket): void {
  const settings = settingsFrame([
    [setting.enablePush, 0],
    [setting.initialWindow, ourWindow],
  ]);
  socket.write(Buffer.concat([preface, settings, frameOfNumbers(frameType.windowUpdate, 0, ourWindow - firstWindow)]));
  socket.unref();
}

/** Reads what comes; whoever does not speak the protocol is left. */
function listen(socket: Socket, all: Exchanges): void {
  const takeIn = incoming(answersTo(all));
  let taken = 0;
  const read = frameReader((frame) => {
    if (frame.type === frameType.data) taken += frame.payload.length;
    if (!takeIn(frame)) onControl(all, frame);
  });
  socket.on('data', (piece: Buffer) => {
    try {
      read(piece);
    } catch (error) {
      socket.write(frameOfNumbers(frameType.goAway, 0, 0, errorCode.protocol));
      socket.destroy(error as Error);
    }
    if (taken < ourWindow / 2) return;
    writeFrame(all.out, frameOfNumbers(frameType.windowUpdate, 0, taken));
    taken = 0;
  });
}

function sayGoodbye({ out }: Exchanges, socket: Socket): void {
  writeFrame(out, frameOfNumbers(frameType.goAway, 0, 0, errorCode.none));
  // After what still has to go out.
  setImmediate(() => socket.destroySoon());
}
