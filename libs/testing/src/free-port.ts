import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range of outgoing connections: one of them could take a port before its server does. */
const first = 20_000;
const perWorker = 1_000;
/** Suites that run beside each other have ports of their own: a program listens only seconds after it was given one. */
const worker = Number(process.env.JEST_WORKER_ID ?? 0) % 12;
let asked = randomInt(perWorker);

/** A loopback port without a listener, which no other caller is given. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + worker * perWorker + (asked++ % perWorker);
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
