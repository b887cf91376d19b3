import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent } from 'node:https';
import { isIP, type Socket } from 'node:net';
import type { Reply } from '@herald/http2-client';

/** What happened to the one HTTP request of a send. */
export type Exchange = {
  wasStarted: boolean;
  /** From here on the server may have processed the request. */
  wasConnected: boolean;
  /** The whole response. */
  reply?: Reply;
  isTimeout?: true;
  /** Why there is no response, such as ECONNREFUSED. */
  errorCode?: string;
};
type RecordingAgent = {
  agent: Agent;
  /** Runs work that sends at most one request through the agent. */
  record<T>(work: () => Promise<T>): Promise<{ result?: T; error?: unknown; exchange: Exchange }>;
};
type RecordingAgentOptions = { url: string; ca?: string; maxSockets: number; timeoutMs: number };

const connectTimeoutMs = 10_000;
const maxIdleMs = 60_000;
const maxBodyBytes = 65_536;

/**
 * An agent for firebase-admin, which hides what our outcomes depend on. It sends requests to `url` whatever their host,
 * records the response with `Retry-After`, bounds each request in time, and refuses a second request of the same send:
 * the library would repeat one up to four times after a 503, a timeout and a lost connection, and could send it twice.
 */
export function recordingAgent({ url, ca, maxSockets, timeoutMs }: RecordingAgentOptions): RecordingAgent {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const target = { host, port: Number(port || 443), servername: isIP(host) ? '' : host, ca };
  // The agent's options override those of each request.
  const agent = new Agent({ ...target, keepAlive: true, maxSockets, timeout: maxIdleMs });
  const exchanges = new AsyncLocalStorage<Recording>();
  const connected = new WeakSet<Socket>();
  const { addRequest } = agent as unknown as { addRequest: AddRequest };
  const addOnce: AddRequest = (request, options) => {
    const recording = exchanges.getStore();
    if (!recording || recording.exchange.wasStarted)
      return void process.nextTick(() => request.emit('error', new Error('Requests are not repeated')));
    recording.exchange.wasStarted = true;
    observe(request, recording, { connected, timeoutMs });
    addRequest.call(agent, request, options);
  };
  Object.assign(agent, { addRequest: addOnce });
  return {
    agent,
    record(work) {
      let onClose = () => {};
      const closed = new Promise<void>((resolve) => (onClose = resolve));
      const exchange: Exchange = { wasStarted: false, wasConnected: false };
      const working = exchanges.run({ exchange, onClose }, work);
      return Promise.race([
        working.then(
          (result) => ({ result, exchange }),
          (error: unknown) => ({ error, exchange }),
        ),
        // The library never settles when a connection is lost within a response.
        closed.then(() => ({ exchange })),
      ]);
    },
  };
}

/** Called by Node for every request of an agent, in the async context of its caller. */
type AddRequest = (request: ClientRequest, options: object) => void;

type Recording = { exchange: Exchange; onClose: () => void };
type Observation = { connected: WeakSet<Socket>; timeoutMs: number };

function observe(
  request: ClientRequest,
  { exchange, onClose }: Recording,
  { connected, timeoutMs }: Observation,
): void {
  let timer: NodeJS.Timeout | undefined;
  const expireAfter = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      exchange.isTimeout = true;
      request.destroy(new Error('The request timed out'));
    }, ms);
  };
  const onConnected = () => {
    exchange.wasConnected = true;
    expireAfter(timeoutMs);
  };
  request.once('socket', (socket) => {
    if (connected.has(socket)) return onConnected();
    expireAfter(connectTimeoutMs);
    socket.once('secureConnect', () => {
      connected.add(socket);
      onConnected();
    });
  });
  request.once('close', () => {
    clearTimeout(timer);
    // After the library's own handlers.
    setImmediate(onClose);
  });
  request.prependOnceListener('error', ({ code }: NodeJS.ErrnoException) => void (exchange.errorCode = code));
  request.prependOnceListener('response', (response: IncomingMessage) => recordReply(response, exchange));
}

function recordReply(response: IncomingMessage, exchange: Exchange): void {
  const status = response.statusCode!;
  const headers = { ...response.headers } as Reply['headers'];
  // The library would wait as long as it says before the repeat that is refused.
  delete response.headers['retry-after'];
  const chunks: Buffer[] = [];
  let length = 0;
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    if ((length += chunk.length) > maxBodyBytes) response.destroy(new Error('The response is too long'));
  });
  response.once('end', () => (exchange.reply = { status, headers, body: Buffer.concat(chunks).toString() }));
}
