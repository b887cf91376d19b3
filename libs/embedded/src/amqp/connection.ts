import type { Socket } from 'node:net';
import type { Broker } from './broker';
import type { Channel } from './channel';
import type { FrameReader } from './frame-reader';
import { createFrameReader } from './frame-reader';
import type { FrameWriter } from './frame-writer';
import { createFrameWriter } from './frame-writer';

/** What the connection waits for; `closing` is after our own connection.close. */
export type Phase = 'header' | 'start-ok' | 'tune-ok' | 'open' | 'running' | 'closing' | 'closed';

export type Connection = {
  readonly socket: Socket;
  readonly broker: Broker;
  readonly reader: FrameReader;
  readonly writer: FrameWriter;
  readonly channels: Map<number, Channel>;
  phase: Phase;
  channelMax: number;
  /** Whether the client understands that its consumer is cancelled by us. */
  wantsCancelNotices: boolean;
  lastHeard: number;
  heartbeat: NodeJS.Timeout | undefined;
  closeTimer: NodeJS.Timeout | undefined;
  /** Whether frames wait until an answer has been sent. */
  isHeld: boolean;
  /** Ends that wait. */
  release(): void;
};

export const largestFrame = 131_072;
export const mostChannels = 2_047;

/** A connection that has not said anything yet. */
export function createConnection(socket: Socket, broker: Broker): Connection {
  return {
    socket,
    broker,
    reader: createFrameReader(largestFrame),
    writer: createFrameWriter(socket, largestFrame),
    channels: new Map(),
    phase: 'header',
    channelMax: mostChannels,
    wantsCancelNotices: false,
    lastHeard: Date.now(),
    heartbeat: undefined,
    closeTimer: undefined,
    isHeld: false,
    release: () => undefined,
  };
}
