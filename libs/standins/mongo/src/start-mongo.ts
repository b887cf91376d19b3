import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import type { Server } from './commands/command';
import { serveConnection } from './connection';
import { dropIdleCursors } from './cursors';
import { openCatalog } from './store/catalog';
import { removeExpired } from './time-to-live';

const sweepEvery = 2000;

/** Starts a server that speaks MongoDB's protocol on loopback and keeps its data under `dataDir`. */
export async function startMongo(options: {
  port: number;
  dataDir: string;
  durable?: boolean;
}): Promise<{ url: string; stop(): Promise<void> }> {
  const server: Server = {
    catalog: await openCatalog(options.dataDir, options.durable ?? true),
    cursors: new Map(),
  };
  const { storage } = server.catalog;
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serveConnection(server, socket);
  });
  try {
    listener.listen(options.port, '127.0.0.1');
    await once(listener, 'listening');
  } catch (error) {
    await storage.close();
    throw error;
  }
  const sweep = setInterval(() => {
    removeExpired(server.catalog, Date.now());
    dropIdleCursors(server.cursors, Date.now());
  }, sweepEvery);
  sweep.unref();
  const { port } = listener.address() as AddressInfo;
  return {
    url: `mongodb://127.0.0.1:${port}`,
    async stop() {
      clearInterval(sweep);
      const closed = once(listener, 'close');
      listener.close();
      for (const socket of sockets) socket.destroy();
      await closed;
      await storage.close();
    },
  };
}
