import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createBroker } from './broker/broker';
import { stopTimers } from './broker/queue';
import { recover } from './broker/recovery';
import { failConnection } from './session/closing';
import type { Connection } from './session/connection';
import { serveConnection } from './session/serve-connection';
import { openJournalStore } from './store/journal-store';
import { createMemoryStore } from './store/memory-store';
import { AmqpError } from './wire/amqp-error';

const host = '127.0.0.1';

function closeAll(connections: Set<Connection>, error: AmqpError): void {
  for (const connection of connections) failConnection(connection, error);
}

/** Starts an AMQP 0-9-1 broker on loopback. `port` 0 takes any free port; `durable: false` stores nothing on disk. */
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
