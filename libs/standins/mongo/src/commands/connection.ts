import type { Handler } from './command';
import { doc } from '../bson/value';

// Drivers add fields to the handshake with each version; none of them changes the answer.
const hello: Handler = {
  fields: 'any',
  run: () =>
    doc({
      helloOk: true,
      ismaster: true,
      isWritablePrimary: true,
      maxBsonObjectSize: 16777216,
      maxMessageSizeBytes: 48000000,
      maxWriteBatchSize: 100000,
      localTime: new Date(),
      logicalSessionTimeoutMinutes: 30,
      minWireVersion: 0,
      maxWireVersion: 21,
      readOnly: false,
      ok: 1.0,
    }),
};

const done: Handler = { fields: [], run: () => doc({ ok: 1.0 }) };

const buildInfo: Handler = {
  fields: [],
  run: () => doc({ version: '7.0.0', versionArray: [7, 0, 0, 0], bits: 64, maxBsonObjectSize: 16777216, ok: 1.0 }),
};

const getParameter: Handler = {
  fields: ['featureCompatibilityVersion', 'allParameters'],
  run: () => doc({ featureCompatibilityVersion: { version: '7.0' }, ok: 1.0 }),
};

/** The commands about the connection and the server. */
export const connectionCommands: Record<string, Handler> = {
  hello,
  isMaster: hello,
  ismaster: hello,
  ping: done,
  endSessions: done,
  buildInfo,
  buildinfo: buildInfo,
  getParameter,
};
