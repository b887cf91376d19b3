import { AmqpError } from './amqp-error';
import type { Channel, Incoming } from './channel';
import type { Frame } from './frame-reader';
import { frameType } from './frame-reader';
import { publish } from './publish';

const largestBody = 134_217_728;
const basicClass = 60;

function takeHeader(incoming: Incoming, payload: Buffer): void {
  if (payload.length < 14) throw new AmqpError(502, 'a content header that is too short');
  const classId = payload.readUInt16BE(0);
  if (classId !== basicClass) {
    throw new AmqpError(505, `expected content header for class 60, got one for class ${classId} instead`);
  }
  incoming.bodyLength = Number(payload.readBigUInt64BE(4));
  if (incoming.bodyLength > largestBody) {
    const text = `message size ${incoming.bodyLength} is larger than configured max size ${largestBody}`;
    throw new AmqpError(406, text);
  }
  incoming.properties = payload.subarray(12);
}

function takeBody(incoming: Incoming, payload: Buffer): void {
  incoming.received += payload.length;
  if (incoming.received > incoming.bodyLength) throw new AmqpError(505, 'more content than was announced');
  incoming.parts.push(payload);
}

/** A content frame; the last one makes the message whole. */
export function takeContent(channel: Channel, { type, payload }: Frame): void {
  const { incoming } = channel;
  if (!incoming) throw new AmqpError(505, 'expected method frame, got non method frame instead');
  if (type === frameType.header) {
    if (incoming.properties) throw new AmqpError(505, 'expected content body, got non content body frame instead');
    takeHeader(incoming, payload);
  } else {
    if (!incoming.properties) {
      throw new AmqpError(505, 'expected content header for class 60, got non content header frame instead');
    }
    takeBody(incoming, payload);
  }
  if (incoming.received < incoming.bodyLength) return;
  channel.incoming = undefined;
  publish(channel, incoming);
}

/** A method must not come in the middle of a message. */
export function assertNoContentDue({ incoming }: Channel): void {
  if (!incoming) return;
  const due = incoming.properties ? 'content body' : 'content header for class 60';
  const got = incoming.properties ? 'content body' : 'content header';
  throw new AmqpError(505, `expected ${due}, got non ${got} frame instead`);
}
