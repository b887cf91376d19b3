import { NotProcessed, ProtocolError, Unanswered } from './errors';
import { fail, type Exchanges } from './exchange';
import { errorCode, flag, frame, frameType, setting, type Frame } from './frames';
import { growWindow, resizeWindows, writeFrame } from './outgoing';

/** More at once on one connection only wait for each other. */
const mostStreams = 500;

/** What the other side says about the connection and its streams, rather than in answer to a request. */
export function onControl(all: Exchanges, { type, flags, stream, payload }: Frame): void {
  switch (type) {
    case frameType.settings:
      if (!(flags & flag.acknowledged)) onSettings(all, payload);
      return;
    case frameType.ping:
      if (!(flags & flag.acknowledged)) writeFrame(all.out, frame(frameType.ping, flag.acknowledged, 0, payload));
      return;
    case frameType.goAway:
      return onGoAway(all, numberIn(payload, 0));
    case frameType.resetStream:
      return onReset(all, stream, numberIn(payload, 0));
    case frameType.windowUpdate:
      return onWindowUpdate(all, stream, numberIn(payload, 0));
    case frameType.pushPromise:
      throw new ProtocolError('A promise that was forbidden');
  }
  // What nobody knows yet is passed over, as the protocol wants it.
}

function numberIn(payload: Buffer, at: number): number {
  if (payload.length < at + 4) throw new ProtocolError('A frame is shorter than it must be');
  return payload.readUInt32BE(at) & 0x7fffffff;
}

function onSettings(all: Exchanges, payload: Buffer): void {
  if (payload.length % 6 !== 0) throw new ProtocolError('Settings are cut off');
  // Who says nothing of it takes as many as come.
  if (all.most === 0) all.most = mostStreams;
  for (let at = 0; at < payload.length; at += 6) {
    const value = payload.readUInt32BE(at + 2);
    const id = payload.readUInt16BE(at);
    if (id === setting.headerTableSize) all.out.headers.resize(value);
    if (id === setting.initialWindow) resizeWindows(all.out, value, all.open.values());
    if (id === setting.mostStreams) all.most = Math.min(value, mostStreams);
  }
  writeFrame(all.out, frame(frameType.settings, flag.acknowledged, 0, Buffer.alloc(0)));
  all.onChange();
}

/** It takes no more. What it has not looked at can go out elsewhere at once. */
function onGoAway(all: Exchanges, lastStream: number): void {
  all.leaving = true;
  for (const exchange of [...all.open.values()])
    if (exchange.id > lastStream) fail(all, exchange, new NotProcessed('The connection took no more'));
  all.onChange();
}

function onReset(all: Exchanges, id: number, code: number): void {
  const exchange = all.open.get(id);
  if (!exchange) return;
  const untouched = code === errorCode.refusedStream;
  const error = untouched ? new NotProcessed('The connection took no more') : new Unanswered('The request was cut off');
  fail(all, exchange, error);
}

function onWindowUpdate(all: Exchanges, id: number, by: number): void {
  if (by === 0) throw new ProtocolError('A window that does not grow');
  if (id === 0) return growWindow(all.out, by);
  const exchange = all.open.get(id);
  if (exchange) growWindow(all.out, by, exchange);
}
