import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type ReadyBalancer = {
  url: string;
  /** Sends new connections to these addresses as long as they are ready. */
  leadTo(urls: string[]): void;
  stop(): void;
};

const probeIntervalMs = 500;

/**
 * A TCP load balancer as a cluster has it for each service: a new connection goes to a backend that was ready when it
 * was last asked, and stays there.
 */
export async function readyBalancer(): Promise<ReadyBalancer> {
  const sockets = new Set<Socket>();
  let backends: string[] = [];
  let ready: string[] = [];
  let turn = 0;
  let isStopped = false;
  const probe = async () => {
    const answers = await Promise.all(backends.map(isReady));
    ready = backends.filter((_, at) => answers[at]);
  };
  const keep = (socket: Socket, other: () => Socket) => {
    sockets.add(socket.on('error', () => other().destroy()));
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    const backend = ready[turn++ % ready.length];
    if (!backend) return void client.destroy();
    const target = connect(Number(new URL(backend).port), '127.0.0.1');
    keep(client, () => target);
    keep(target, () => client);
    client.pipe(target).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  void (async () => {
    for (; !isStopped; await sleep(probeIntervalMs)) await probe();
  })();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (urls) => void (backends = ready = urls),
    stop() {
      isStopped = true;
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
