import type { Server, ServerResponse } from 'node:http';
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';

/** Ends a server in two steps, so that no caller sends a request into a connection that closes. */
export function ending(server: Server) {
  const answers = answersOf(server);
  let isClosing = false;
  const closeWithAnswers = () => {
    if (isClosing) return;
    isClosing = true;
    for (const res of answers) closeAfter(res);
    server.prependListener('request', (_req, res) => closeAfter(res));
  };
  return {
    /**
     * Serves on while a load balancer leads new connections elsewhere. Each answer that begins meanwhile closes its
     * connection, so that no caller keeps one into the stop.
     */
    async drain(drainMs: number): Promise<void> {
      closeWithAnswers();
      await sleep(drainMs);
    },
    /**
     * Accepts no new connections, drains requests, and closes the rest after the grace time. Node continues to answer
     * on keep-alive connections, as of a gateway: the next answer on each closes it, and idle ones are closed.
     */
    async close(graceMs: number): Promise<void> {
      const cut = setTimeout(() => server.closeAllConnections(), graceMs);
      closeWithAnswers();
      await untilNoneArrives(server, graceMs / 2);
      const closed = new Promise((resolve) => server.close(resolve));
      const sweep = setInterval(() => server.closeIdleConnections(), 100);
      await closed;
      clearInterval(sweep);
      clearTimeout(cut);
    },
  };
}

/** Answers in progress: a slow request may have begun long before the end. */
function answersOf(server: Server): Set<ServerResponse> {
  const answers = new Set<ServerResponse>();
  server.on('request', (_req, res) => {
    answers.add(res);
    res.once('close', () => answers.delete(res));
  });
  return answers;
}

function closeAfter(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader('Connection', 'close');
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
