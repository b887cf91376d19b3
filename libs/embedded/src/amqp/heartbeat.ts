import type { Connection } from './connection';
import { frameType } from './frame-reader';
import { writeFrame } from './frame-writer';

const empty = Buffer.alloc(0);

/** Sends heartbeats twice per interval and drops a peer that was silent for two of them; 0 seconds is never. */
export function keepAlive(connection: Connection, seconds: number): void {
  if (seconds === 0) return;
  const interval = seconds * 1_000;
  connection.heartbeat = setInterval(() => {
    if (Date.now() - connection.lastHeard > interval * 2) connection.socket.destroy();
    else writeFrame(connection.writer, frameType.heartbeat, 0, empty);
  }, interval / 2);
  connection.heartbeat.unref();
}
