import { frameType } from '../wire/frame';
import { writeFrame } from '../wire/frame-writer';
import type { Connection } from './connection';

const emptyPayload = Buffer.alloc(0);

/** Sends two heartbeats per interval and closes a connection that was silent for two intervals; 0 disables both. */
export function startHeartbeat(connection: Connection, seconds: number): void {
  if (seconds === 0) return;
  const intervalMs = seconds * 1_000;
  connection.heartbeat = setInterval(() => {
    if (performance.now() - connection.lastReceivedAt > intervalMs * 2) connection.socket.destroy();
    else writeFrame(connection.writer, frameType.heartbeat, 0, emptyPayload);
  }, intervalMs / 2);
  connection.heartbeat.unref();
}
