import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range of outgoing connections: one of them could take a port before its server does. */
const first = 20_000;
const beyond = 32_000;

/** A loopback port without a listener. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, beyond);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
