import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { AmqpError } from './amqp-error';
import { createBroker } from './broker';
import { failConnection } from './closing';
import type { Connection } from './connection';
import { openJournalStore } from './journal-store';
import { createMemoryStore } from './memory-store';
import { stopTimers } from './queue';
import { recover } from './recovery';
import { serveConnection } from './serve-connection';

const host = '127.0.0.1';

function closeAll(connections: Set<Connection>, error: AmqpError): void {
  for (const connection of connections) failConnection(connection, error);
}

/** Starts an AMQP 0-9-1 broker on loopback; `port` 0 takes any free one, `durable: false` keeps nothing on disk. */
export async function startAmqp(options: {
  port: number;
  dataDir: string;
  durable?: boolean;
}): Promise<{ url: string; stop(): Promise<void> }> {
  const connections = new Set<Connection>();
  const store = options.durable === false ? createMemoryStore() : await openJournalStore(options.dataDir);
  const broker = createBroker(store);
  recover(broker);
  const server = createServer((socket) => {
    connections.add(serveConnection(socket, broker, (connection) => connections.delete(connection)));
  });
  server.listen(options.port, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `amqp://guest:guest@${host}:${port}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      closeAll(connections, new AmqpError(320, "broker forced connection closure with reason 'shutdown'"));
      await closed;
      for (const queue of broker.queues.values()) stopTimers(queue);
      await store.close();
    },
  };
}
