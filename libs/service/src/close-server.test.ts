import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
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

it('answers connections that the kernel accepted before the close', async () => {
  const sockets = Array.from({ length: 200 }, () => connect(port, '127.0.0.1'));
  const answers = sockets.map(async (socket) => {
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    return text;
  });
  await once(sockets[0]!, 'connect');
  await end.close(10_000);
  for (const answer of await Promise.all(answers)) expect(answer).toContain('served');
  expect(server.listening).toBe(false);
});
