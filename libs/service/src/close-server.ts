import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';

/** More than a gateway keeps an idle connection. */
const defaultLastMs = 5_000;

/**
 * Ends a server in steps, so that no caller sends a request into a connection that closes. A drain ends with `lastMs`
 * without a listener, or with half of it.
 */
export function ending(server: Server, lastMs = defaultLastMs) {
  const answers = answersOf(server);
  const closed = new Promise((resolve) => server.once('close', resolve));
  let isClosing = false;
  const stopListening = async (timeoutMs: number) => {
    if (!server.listening) return;
    await untilNoneArrives(server, timeoutMs);
    // That of http would close idle connections as well, which a gateway is about to use.
    NetServer.prototype.close.call(server);
  };
  const closeWithAnswers = () => {
    if (isClosing) return;
    isClosing = true;
    for (const res of answers) closeAfter(res);
    server.prependListener('request', (_req, res) => closeAfter(res));
  };
  return {
    /**
     * Serves on while a load balancer leads new connections elsewhere, and then without a listener: a gateway that
     * knows several processes asks another one. Connections are kept until then, because one that opens at the moment
     * at which the listener closes is lost with its request; then the next answer on each closes it.
     */
    async drain(drainMs: number): Promise<void> {
      const end = performance.now() + drainMs;
      const lasts = Math.min(drainMs / 2, lastMs);
      await sleep(drainMs - lasts);
      await stopListening(lasts / 2);
      closeWithAnswers();
      await sleep(Math.max(0, end - performance.now()));
    },
    /**
     * Accepts no new connections, drains requests, and closes the rest after the grace time. The next answer on each
     * connection closes it, and idle ones are closed.
     */
    async close(graceMs: number): Promise<void> {
      const cut = setTimeout(() => server.closeAllConnections(), graceMs);
      closeWithAnswers();
      await stopListening(graceMs / 2);
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
