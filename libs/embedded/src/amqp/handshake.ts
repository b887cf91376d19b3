import { AmqpError } from './amqp-error';
import type { Connection } from './connection';
import { largestFrame, mostChannels } from './connection';
import type { Field, Table } from './field-table';
import { textField } from './field-table';
import { writeMethod } from './frame-writer';
import { keepAlive } from './heartbeat';
import type { Arguments, Method } from './method-codec';

const heartbeatSeconds = 60;
const smallestFrame = 4_096;
const user = 'guest';
const password = 'guest';

const yes: Field = { type: 't', value: true };
const capabilities: Table = new Map(
  [
    'publisher_confirms',
    'basic.nack',
    'consumer_cancel_notify',
    'per_consumer_qos',
    'authentication_failure_close',
  ].map((name) => [name, yes]),
);

/** The broker's first word. */
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
  const known = args.clientProperties.get('capabilities')?.value;
  connection.wantsCancelNotices = known instanceof Map && known.get('consumer_cancel_notify')?.value === true;
  connection.phase = 'tune-ok';
  const tune = { channelMax: mostChannels, frameMax: largestFrame, heartbeat: heartbeatSeconds };
  writeMethod(connection.writer, 0, 'connection.tune', tune);
}

function tune(connection: Connection, { channelMax, frameMax, heartbeat }: Arguments<'connection.tune-ok'>): void {
  if (frameMax === 0 || frameMax > largestFrame) {
    const text = `negotiated frame_max = ${frameMax} is higher than the maximum allowed value (${largestFrame})`;
    throw new AmqpError(530, text);
  }
  if (frameMax < smallestFrame) {
    const text = `negotiated frame_max = ${frameMax} is lower than the minimum allowed value (${smallestFrame})`;
    throw new AmqpError(530, text);
  }
  if (channelMax === 0 || channelMax > mostChannels) {
    const text = `negotiated channel_max = ${channelMax} is higher than the maximum allowed value (${mostChannels})`;
    throw new AmqpError(530, text);
  }
  connection.reader.frameMax = frameMax;
  connection.writer.frameMax = frameMax;
  connection.channelMax = channelMax;
  keepAlive(connection, heartbeat);
  connection.phase = 'open';
}

function open(connection: Connection, { virtualHost }: Arguments<'connection.open'>): void {
  if (virtualHost !== '/') throw new AmqpError(530, `vhost ${virtualHost} not found`);
  connection.phase = 'running';
  writeMethod(connection.writer, 0, 'connection.open-ok', { knownHosts: '' });
}

/** A method on channel 0 while the connection is being made; answers false when it is not its turn. */
export function continueHandshake(connection: Connection, method: Method): boolean {
  const { phase } = connection;
  if (phase === 'start-ok' && method.name === 'connection.start-ok') authenticate(connection, method.args);
  else if (phase === 'tune-ok' && method.name === 'connection.tune-ok') tune(connection, method.args);
  else if (phase === 'open' && method.name === 'connection.open') open(connection, method.args);
  else return false;
  return true;
}
