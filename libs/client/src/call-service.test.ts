import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { withRequestId } from '@herald/tracing';
import { DependencyDown } from './breaker';
import { serviceCaller, type CallService } from './call-service';
import { companyClient } from './company';

let server: Server;
let call: CallService;
let asked: { method?: string; url?: string; id?: string; authorization?: string }[];
let answers: (number | 'hang')[];
let body: unknown;
const callerWith = (timeoutMs: number) => {
  const baseUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return serviceCaller({ name: 'other', baseUrl, token: () => 'TOKEN', timeoutMs });
};

beforeEach(async () => {
  asked = [];
  answers = [];
  body = { ok: true };
  server = createServer(({ method, url, headers }, res) => {
    asked.push({ method, url, id: headers['x-request-id'] as string, authorization: headers.authorization });
    const status = answers.shift() ?? 200;
    if (status !== 'hang') res.writeHead(status).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  call = callerWith(30_000);
});
afterEach(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));

it('calls with the service’s token and the request id', async () => {
  const reply = await withRequestId('request-1', () => call('/a', { query: { b: 'c d' } }));
  expect(reply).toEqual({ status: 200, body: { ok: true } });
  expect(asked).toEqual([{ method: 'GET', url: '/a?b=c+d', id: 'request-1', authorization: 'Bearer TOKEN' }]);
});

it('gives a large call a connection of its own, which no other call uses', async () => {
  const ports: (number | undefined)[] = [];
  server.on('request', ({ socket }) => ports.push(socket.remotePort));
  for (let at = 0; at < 3; at++) await call('/a', { isLarge: true });
  await call('/a');
  expect(new Set(ports).size).toBe(4);
});

it('takes a refusal for an answer', async () => {
  answers = [404];
  expect((await call('/a')).status).toBe(404);
  expect(asked).toHaveLength(1);
});

it('tries a safe call again', async () => {
  answers = [503, 'hang'];
  const impatient = callerWith(1_000);
  expect((await impatient('/a')).status).toBe(200);
  expect(asked).toHaveLength(3);
});

it('waits as long as a call asks for', async () => {
  answers = ['hang', 'hang', 'hang'];
  const patient = callerWith(60_000);
  const started = performance.now();
  await expect(patient('/a', { safe: false, timeoutMs: 20 })).rejects.toThrow(DependencyDown);
  expect(performance.now() - started).toBeLessThan(30_000);
  await expect(call('/a', { safe: false, timeoutMs: 400 })).rejects.toThrow(DependencyDown);
  expect(performance.now() - started).toBeGreaterThan(400);
});

it('never repeats a call that is not safe', async () => {
  answers = [503];
  await expect(call('/a', { method: 'POST', body: {} })).rejects.toThrow(DependencyDown);
  expect(asked).toHaveLength(1);
});

it('asks nobody for a while after failures in a row', async () => {
  answers = Array(20).fill(500);
  await expect(call('/a')).rejects.toThrow('other answered 500');
  await expect(call('/a')).rejects.toThrow(DependencyDown);
  await expect(call('/a')).rejects.toThrow('other is down');
  expect(asked).toHaveLength(5);
});

it('says that the other is down when it is', async () => {
  const nobody = serviceCaller({ name: 'other', baseUrl: () => 'http://127.0.0.1:1', token: () => '' });
  await expect(nobody('/a')).rejects.toThrow('other does not answer');
});

it('remembers a company, does not remember that there is none, and serves what it knows when the other is down', async () => {
  const { findCompany } = companyClient(call);
  answers = [404];
  expect(await findCompany('1')).toBeUndefined();
  body = { company: { id: 1, uuid: 'u', name: 'Acme', identified_by: 'email' } };
  expect(await findCompany('1')).toMatchObject({ id: '1', name: 'Acme' });
  expect(await findCompany('1')).toMatchObject({ name: 'Acme' });
  expect(asked).toHaveLength(2);
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 120_000);
  answers = [500, 500, 500];
  expect(await findCompany('1')).toMatchObject({ name: 'Acme' });
  jest.restoreAllMocks();
});
