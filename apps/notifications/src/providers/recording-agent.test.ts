import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, request as httpsRequest } from 'node:https';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fcmLibraryProvider } from './fcm-library';
import type { PushProvider } from './provider';
import { recordingAgent } from './recording-agent';
import { certificatesIn, pushTo } from './transport.fixture';

let stop: () => Promise<unknown>;
afterEach(() => stop());

/** A server that treats responses as it likes. */
async function serve(respond: (response: ServerResponse) => void) {
  const dataDir = await mkdtemp(join(tmpdir(), 'herald-tls-'));
  const { key, cert, ca } = await certificatesIn(dataDir);
  let requests = 0;
  const server = createServer({ key, cert }, (request, response) => {
    requests++;
    request.resume().once('end', () => respond(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const options = { url, ca: await readFile(ca, 'utf8'), timeoutMs: 1_000 };
  const opened: PushProvider[] = [];
  stop = async () => {
    await Promise.all(opened.map((provider) => provider.close()));
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(dataDir, { recursive: true, force: true });
  };
  const open = async () => {
    opened.push(await fcmLibraryProvider({ ...options, projectId: 'p', accessToken: async () => 'a token' }));
    return opened.at(-1)!;
  };
  return { options, open, requests: () => requests };
}

it.each<[string, (response: ServerResponse) => void]>([
  ['is cut off', (response) => response.writeHead(200, { 'content-length': 100 }).write('{', () => response.destroy())],
  [
    'arrives byte by byte without end',
    (response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 100);
      response.once('close', () => clearInterval(drip));
    },
  ],
  ['is too long', (response) => response.writeHead(200).end('x'.repeat(100_000))],
])('reports a response that %s as unknown in time, after one request', async (_, respond) => {
  const { open, requests } = await serve(respond);
  const provider = await open();
  const began = performance.now();
  expect((await provider.send(pushTo('fcm', 'token'))).kind).toBe('unknown');
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(requests()).toBe(1);
});

it('takes a response that is no JSON by its status', async () => {
  let status = 200;
  const { open, requests } = await serve((response) => response.writeHead(status).end('<html>'));
  const provider = await open();
  const kinds: string[] = [];
  for (status of [200, 400, 401, 429, 500, 503]) kinds.push((await provider.send(pushTo('fcm', 'token'))).kind);
  expect(kinds).toEqual(['sent', 'refused', 'denied', 'busy', 'broken', 'busy']);
  expect(requests()).toBe(6);
});

it('sends nothing without an access token, or when the library refuses the message', async () => {
  const { open, options, requests } = await serve((response) => response.end('{}'));
  const accessToken = async () => Promise.reject(new Error('a secret'));
  const withoutToken = await fcmLibraryProvider({ ...options, projectId: 'p', accessToken });
  const busy = { kind: 'busy', answer: 'Google gave no access token' };
  expect(await withoutToken.send(pushTo('fcm', 'token'))).toEqual(busy);
  await withoutToken.close();
  const refused = await (await open()).send(pushTo('fcm', 'token', { body: '{"data":{"n":7}}' }));
  expect(refused).toEqual({ kind: 'refused', answer: 'firebase-admin refuses the message: messaging/invalid-payload' });
  expect(requests()).toBe(0);
});

it('refuses a second request of a send, and a request outside of any send', async () => {
  const { options, requests } = await serve((response) => response.end('{}'));
  const { agent, record } = recordingAgent({ ...options, maxSockets: 2 });
  const get = () =>
    new Promise<string>((resolve, reject) => {
      const request = httpsRequest('https://fcm.googleapis.com/', { agent }, (response) => {
        response.resume().once('end', () => resolve(String(response.statusCode)));
      });
      request.once('error', reject).end();
    });
  const { result } = await record(async () => [await get(), await get().catch(String)]);
  expect([result, requests()]).toEqual([['200', 'Error: Requests are not repeated'], 1]);
  await expect(get()).rejects.toThrow('Requests are not repeated');
  expect(requests()).toBe(1);
  agent.destroy();
});
