import { AmqpError } from '../wire/amqp-error';
import { frameType, type Frame } from '../wire/frame';
import type { Channel, IncomingMessage } from './channel';
import { publish } from './publish';

const maxBodyBytes = 134_217_728;
const basicClass = 60;

function addHeader(incoming: IncomingMessage, payload: Buffer): void {
  if (payload.length < 14) throw new AmqpError(502, 'a content header that is too short');
  const classId = payload.readUInt16BE(0);
  if (classId !== basicClass) {
    throw new AmqpError(505, `expected content header for class 60, got one for class ${classId} instead`);
  }
  incoming.bodyLength = Number(payload.readBigUInt64BE(4));
  if (incoming.bodyLength > maxBodyBytes) {
    const text = `message size ${incoming.bodyLength} is larger than configured max size ${maxBodyBytes}`;
    throw new AmqpError(406, text);
  }
  incoming.properties = payload.subarray(12);
}

function addBody(incoming: IncomingMessage, payload: Buffer): void {
  incoming.receivedLength += payload.length;
  if (incoming.receivedLength > incoming.bodyLength) throw new AmqpError(505, 'more content than was announced');
  incoming.parts.push(payload);
}

/** Adds a content frame to the incoming message. The last frame publishes it. */
export function addContent(channel: Channel, { type, payload }: Frame): void {
  const { incoming } = channel;
  if (!incoming) throw new AmqpError(505, 'expected method frame, got non method frame instead');
  if (type === frameType.header) {
    if (incoming.properties) throw new AmqpError(505, 'expected content body, got non content body frame instead');
    addHeader(incoming, payload);
  } else {
    if (!incoming.properties) {
      throw new AmqpError(505, 'expected content header for class 60, got non content header frame instead');
    }
    addBody(incoming, payload);
  }
  if (incoming.receivedLength < incoming.bodyLength) return;
  channel.incoming = undefined;
  publish(channel, incoming);
}

/** Refuses a method while content of a message is expected. */
export function assertNoContentExpected({ incoming }: Channel): void {
  if (!incoming) return;
  const expected = incoming.properties ? 'content body' : 'content header for class 60';
  const got = incoming.properties ? 'content body' : 'content header';
  throw new AmqpError(505, `expected ${expected}, got non ${got} frame instead`);
}
