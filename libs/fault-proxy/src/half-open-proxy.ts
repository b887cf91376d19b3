import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type HalfOpenProxy = {
  /** Host and port to connect to instead of the target's. */
  host: string;
  /** From now on connections are accepted but pass no bytes; open ones pass none any more. */
  silence(): void;
  /** From now on connections are refused and open ones are ended, as by a process that has not started yet. */
  refuse(): void;
  /** New connections work again. */
  restore(): void;
  stop(): void;
};

/** A TCP proxy that can simulate a crashed peer behind a firewall: it accepts and never answers. */
export async function halfOpenProxy(targetHost: string, targetPort: number): Promise<HalfOpenProxy> {
  let isSilent = false;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    keep(client);
    if (isSilent) return void client.resume();
    const target = connect(targetPort, targetHost);
    keep(target);
    client.pipe(target).pipe(client);
    client.once('close', () => target.destroy());
    target.once('close', () => isSilent || client.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const end = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return {
    host: `127.0.0.1:${port}`,
    silence() {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().resume();
    },
    refuse: end,
    restore() {
      isSilent = false;
      if (!server.listening) server.listen(port, '127.0.0.1');
    },
    stop: end,
  };
}

/** A URL through the proxy. */
export function throughProxy(url: string, { host }: Pick<HalfOpenProxy, 'host'>): string {
  const address = new URL(url);
  address.host = host;
  return address.href;
}

/** A proxy for the server of a URL. */
export async function proxyOf(url: string): Promise<HalfOpenProxy & { url: string }> {
  const { hostname, port } = new URL(url);
  const proxy = await halfOpenProxy(hostname, Number(port));
  return { ...proxy, url: throughProxy(url, proxy) };
}
