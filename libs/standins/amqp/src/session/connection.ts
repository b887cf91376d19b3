import type { Socket } from 'node:net';
import type { Broker } from '../broker/broker';
import { createFrameReader, type FrameReader } from '../wire/frame-reader';
import { createFrameWriter, type FrameWriter } from '../wire/frame-writer';
import type { Channel } from './channel';

/** The next step that the broker expects. `closing`: it has sent connection.close and waits for the answer. */
type Phase = 'header' | 'start-ok' | 'tune-ok' | 'open' | 'running' | 'closing' | 'closed';

export type Connection = {
  readonly socket: Socket;
  readonly broker: Broker;
  readonly reader: FrameReader;
  readonly writer: FrameWriter;
  readonly channels: Map<number, Channel>;
  phase: Phase;
  channelMax: number;
  /** Whether the client accepts `basic.cancel` from the broker. */
  supportsCancelNotify: boolean;
  lastReceivedAt: number;
  heartbeat: NodeJS.Timeout | undefined;
  closeTimer: NodeJS.Timeout | undefined;
  /** Whether no frames are dispatched until a change of definitions is stored and answered. */
  isSuspended: boolean;
  /** Dispatches frames again. */
  resume(): void;
};

export const maxFrameBytes = 131_072;
export const maxChannels = 2_047;

/** A new connection, before its protocol header. */
export function createConnection(socket: Socket, broker: Broker): Connection {
  return {
    socket,
    broker,
    reader: createFrameReader(maxFrameBytes),
    writer: createFrameWriter(socket, maxFrameBytes),
    channels: new Map(),
    phase: 'header',
    channelMax: maxChannels,
    supportsCancelNotify: false,
    lastReceivedAt: performance.now(),
    heartbeat: undefined,
    closeTimer: undefined,
    isSuspended: false,
    resume: () => undefined,
  };
}
