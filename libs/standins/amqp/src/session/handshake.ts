import { AmqpError } from '../wire/amqp-error';
import { textField, type Field, type Table } from '../wire/field-table';
import { writeMethod } from '../wire/frame-writer';
import type { Arguments, Method } from '../wire/method-codec';
import { maxChannels, maxFrameBytes, type Connection } from './connection';
import { startHeartbeat } from './heartbeat';

const heartbeatSeconds = 60;
const minFrameBytes = 4_096;
const user = 'guest';
const password = 'guest';

const supported: Field = { type: 't', value: true };
const capabilities: Table = new Map(
  [
    'publisher_confirms',
    'basic.nack',
    'consumer_cancel_notify',
    'per_consumer_qos',
    'authentication_failure_close',
  ].map((name) => [name, supported]),
);

/** Sends connection.start, the first method of the handshake. */
export function sendStart(connection: Connection): void {
  connection.phase = 'start-ok';
  writeMethod(connection.writer, 0, 'connection.start', {
    versionMajor: 0,
    versionMinor: 9,
    serverProperties: new Map<string, Field>([
      ['product', textField('Herald development broker')],
      ['capabilities', { type: 'F', value: capabilities }],
    ]),
    mechanisms: Buffer.from('PLAIN'),
    locales: Buffer.from('en_US'),
  });
}

function authenticate(connection: Connection, args: Arguments<'connection.start-ok'>): void {
  if (args.mechanism !== 'PLAIN') throw new AmqpError(540, `authentication mechanism '${args.mechanism}'`);
  const [, name, secret] = String(args.response).split('\0');
  if (name !== user || secret !== password) {
    const text = 'Login was refused using authentication mechanism PLAIN. For details see the broker logfile.';
    throw new AmqpError(403, text, { closesConnection: true });
  }
  const requested = args.clientProperties.get('capabilities')?.value;
  connection.supportsCancelNotify = requested instanceof Map && requested.get('consumer_cancel_notify')?.value === true;
  connection.phase = 'tune-ok';
  const tune = { channelMax: maxChannels, frameMax: maxFrameBytes, heartbeat: heartbeatSeconds };
  writeMethod(connection.writer, 0, 'connection.tune', tune);
}

function tune(connection: Connection, { channelMax, frameMax, heartbeat }: Arguments<'connection.tune-ok'>): void {
  if (frameMax === 0 || frameMax > maxFrameBytes) {
    const text = `negotiated frame_max = ${frameMax} is higher than the maximum allowed value (${maxFrameBytes})`;
    throw new AmqpError(530, text);
  }
  if (frameMax < minFrameBytes) {
    const text = `negotiated frame_max = ${frameMax} is lower than the minimum allowed value (${minFrameBytes})`;
    throw new AmqpError(530, text);
  }
  if (channelMax === 0 || channelMax > maxChannels) {
    const text = `negotiated channel_max = ${channelMax} is higher than the maximum allowed value (${maxChannels})`;
    throw new AmqpError(530, text);
  }
  connection.reader.frameMax = frameMax;
  connection.writer.frameMax = frameMax;
  connection.channelMax = channelMax;
  startHeartbeat(connection, heartbeat);
  connection.phase = 'open';
}

function open(connection: Connection, { virtualHost }: Arguments<'connection.open'>): void {
  if (virtualHost !== '/') throw new AmqpError(530, `vhost ${virtualHost} not found`);
  connection.phase = 'running';
  writeMethod(connection.writer, 0, 'connection.open-ok', { knownHosts: '' });
}

/** Handles a method of the handshake; returns false if it is not the expected one. */
export function continueHandshake(connection: Connection, method: Method): boolean {
  const { phase } = connection;
  if (phase === 'start-ok' && method.name === 'connection.start-ok') authenticate(connection, method.args);
  else if (phase === 'tune-ok' && method.name === 'connection.tune-ok') tune(connection, method.args);
  else if (phase === 'open' && method.name === 'connection.open') open(connection, method.args);
  else return false;
  return true;
}
