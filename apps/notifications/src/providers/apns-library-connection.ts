import type { Socket } from 'node:net';
import { withDeadline } from '@herald/concurrency';
import { openSocket } from '@herald/http2-client';

/** After this many timeouts in a row without any response the connection counts as dead. */
const maxConsecutiveTimeouts = 3;
const closeTimeoutMs = 2_000;

/**
 * The socket beneath a session of node-apn. The library does not bound the time to connect, and keeps a connection
 * whose server is silent. Once the socket is destroyed, it opens a new session with the same provider token.
 */
export function apnsLibraryConnection(url: string, ca: string | undefined, connectTimeoutMs: number) {
  let socket: Socket | undefined;
  let replaced: Promise<void> | undefined;
  let consecutiveTimeouts = 0;
  return {
    open(): Socket {
      const opened = openSocket(url, ca, () => clearTimeout(timer)).unref();
      const timer = setTimeout(() => opened.destroy(new Error('Connection timed out')), connectTimeoutMs);
      opened.once('close', () => clearTimeout(timer));
      consecutiveTimeouts = 0;
      return (socket = opened);
    },
    onResponse: () => void (consecutiveTimeouts = 0),
    onTimeout(): void {
      if (++consecutiveTimeouts < maxConsecutiveTimeouts || !socket || socket.destroyed) return;
      const dead = socket.destroy();
      replaced = new Promise((resolve) => dead.once('close', resolve)).then(() => void (replaced = undefined));
    },
    /** Pending while a dead connection is closed: until then the library would send over it. */
    ready: () => replaced,
    /** The library's shutdown never ends when its session is gone already. */
    async close(shutDown: () => Promise<void>): Promise<void> {
      const isShutDown = shutDown();
      if (socket && !socket.destroyed) await withDeadline(closeTimeoutMs, 'The shutdown', isShutDown).catch(() => {});
      socket?.destroy();
    },
  };
}
