import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

/** A connection to the broker that is cut after some bytes, as if the process had died there. */
export async function wayCutAfter(bytes: number): Promise<{ url: string; close(): void }> {
  const { hostname, port } = new URL(process.env.AMQP_URL!);
  const server = createServer((from) => {
    const to = connect(Number(port), hostname);
    let left = bytes;
    from.on('data', (chunk: Buffer) => {
      to.write(chunk.subarray(0, Math.max(0, left)));
      left -= chunk.length;
      if (left <= 0) to.end(() => from.destroy());
    });
    to.pipe(from);
    for (const socket of [from, to]) socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(process.env.AMQP_URL!);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: url.href, close: () => void server.close() };
}
