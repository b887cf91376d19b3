import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Serves on while a load balancer leads new connections elsewhere. The answer to each request that arrives meanwhile
 * closes its connection, so that no caller keeps one into the stop.
 */
export async function drainServer(server: Server, drainMs: number): Promise<void> {
  closeWithAnswers(server);
  await sleep(drainMs);
}

/**
 * Accepts no new connections, drains requests, and closes the rest after the grace time. Node continues to answer on
 * keep-alive connections, as of a gateway: the next answer on each closes it, and idle ones are closed.
 */
export async function closeGracefully(server: Server, graceMs: number): Promise<void> {
  closeWithAnswers(server);
  await untilNoneArrives(server);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(sweep);
  clearTimeout(cut);
}

function closeWithAnswers(server: Server): void {
  server.prependListener('request', (_req, res) => void res.setHeader('Connection', 'close'));
}

/** Longer than connections of one burst take to be accepted. */
const maxArrivalMs = 500;

/**
 * A listener that closes resets the connections that the kernel has not handed over yet, with requests that were sent
 * already: waits for an iteration of the event loop in which none was accepted.
 */
async function untilNoneArrives(server: Server): Promise<void> {
  let hasAccepted = true;
  const onConnection = () => void (hasAccepted = true);
  server.on('connection', onConnection);
  for (const end = performance.now() + maxArrivalMs; hasAccepted && performance.now() < end;) {
    hasAccepted = false;
    // Connections are accepted between the two: the first may run in the iteration in progress.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  }
  server.off('connection', onConnection);
}
