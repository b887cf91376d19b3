import type { Server } from 'node:http';
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';

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
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  closeWithAnswers(server);
  await untilNoneArrives(server, graceMs / 2);
  const closed = new Promise((resolve) => server.close(resolve));
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}

function closeWithAnswers(server: Server): void {
  server.prependListener('request', (_req, res) => void res.setHeader('Connection', 'close'));
}

/** An iteration of the event loop that did nothing takes less. */
const quietMs = 1;

/**
 * A listener that closes resets the connections that the kernel has not handed over yet, with requests that were sent
 * already: waits for an iteration of the event loop that accepted none, and was too short for one to arrive unseen.
 */
async function untilNoneArrives(server: Server, timeoutMs: number): Promise<void> {
  let accepted = 0;
  const onConnection = () => void accepted++;
  server.on('connection', onConnection);
  const end = performance.now() + timeoutMs;
  for (let isQuiet = false; !isQuiet && performance.now() < end;) {
    await immediate();
    const [before, began] = [accepted, performance.now()];
    // Between the two the loop accepts connections.
    await immediate();
    isQuiet = accepted === before && performance.now() - began < quietMs;
  }
  server.off('connection', onConnection);
}
