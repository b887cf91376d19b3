import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { ending } from './close-server';

const lastMs = 1_000;
let server: Server;
let port: number;
let agent: Agent;
let end: ReturnType<typeof ending>;
let answer: (res: ServerResponse) => void;
beforeEach(async () => {
  agent = new Agent({ keepAlive: true });
  answer = (res) => res.end('served');
  server = createServer((_req, res) => answer(res)).listen(0, '127.0.0.1');
  end = ending(server, lastMs);
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  agent.destroy();
  server.closeAllConnections();
  server.close();
});

async function ask(by = agent): Promise<IncomingMessage> {
  const [answer] = (await once(get({ port, host: '127.0.0.1', agent: by }), 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer;
}

it('serves on while it drains, then on known connections alone, whose next answer closes them', async () => {
  const known = new Agent({ keepAlive: true, maxSockets: 1 });
  const connectionOf = async (agent: Agent) => (await ask(agent)).headers.connection;
  expect(await connectionOf(known)).toBe('keep-alive');
  const drained = end.drain(2 * lastMs);
  expect(await connectionOf(known)).toBe('keep-alive');
  expect(await connectionOf(agent)).toBe('keep-alive');
  agent.destroy();
  while (server.listening) await sleep(10);
  await expect(ask(agent)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(await connectionOf(known)).toBe('close');
  await drained;
  await end.close(1_000);
  known.destroy();
});

it('closes the connection of a request that began before the drain, and still waits for its answer', async () => {
  const waiting = new Promise<ServerResponse>((resolve) => (answer = resolve));
  const asked = ask();
  const res = await waiting;
  await end.drain(0);
  res.end('served');
  expect((await asked).headers.connection).toBe('close');
});

/** Connects and asks from a thread of its own, and says how many were answered. */
const callers = `
  const { connect } = require('node:net');
  const { once } = require('node:events');
  const { parentPort, workerData: { port, count, sent } } = require('node:worker_threads');
  const read = async (socket) => {
    let text = '';
    for await (const chunk of socket) text += chunk;
    return text;
  };
  const main = async () => {
    const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    const asked = sockets.map((socket) => new Promise((resolve) => socket.write('GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n', resolve)));
    await Promise.all(asked);
    const answers = sockets.map(read);
    Atomics.store(sent, 0, 1);
    Atomics.notify(sent, 0);
    const settled = await Promise.allSettled(answers);
    parentPort.postMessage(settled.filter(({ value }) => value?.includes('served')).length);
  };
  void main();
`;

it('answers connections that the kernel accepted before the close', async () => {
  const sent = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(callers, { eval: true, workerData: { port, count: 200, sent } });
  const answered = once(worker, 'message');
  await once(worker, 'online');
  // The event loop stands still: the connections wait in the kernel.
  expect(Atomics.wait(sent, 0, 0, 60_000)).not.toBe('timed-out');
  await end.close(10_000);
  expect(await answered).toEqual([200]);
  expect(server.listening).toBe(false);
});
