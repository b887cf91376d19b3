import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signToken } from '@herald/auth';
import { object } from '@herald/contracts';
import { success, route } from '@herald/http';
import { connectDatabase } from '@herald/persistence';
import { defineService } from './define-service';
import { start } from './start';

const secret = 'a secret for tests that is long enough';
const touch = route('POST /channels/touch', {
  summary: 'Write to the service log only',
  scope: 'channels:write',
  resource: 'Word',
  returns: success(200, 'Ok', object({})),
  errors: {},
  handle: async () => ({}),
});
const service = defineService<object>({ name: 'channels', summary: 'Words', routes: { touch }, deps: () => ({}) });

/** The broker, seen through a door that can be held shut and torn out. */
async function brokerBehindADoor() {
  const { hostname, port } = new URL(process.env.AMQP_URL!);
  const sockets = new Set<Socket>();
  const answersOf = new Set<Socket>();
  const server = createServer((from) => {
    const to = connect(Number(port), hostname);
    answersOf.add(to);
    from.pipe(to).pipe(from);
    for (const socket of [from, to]) sockets.add(socket.on('error', () => {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(process.env.AMQP_URL!);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    /** Nothing that the broker says comes through any more. */
    silence() {
      for (const socket of answersOf) socket.unpipe().pause();
    },
    tearOut() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

it('delays no caller while the broker is slow, and loses no record when the broker dies during the stop', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'herald-'));
  const broker = await brokerBehindADoor();
  const NAMESPACE = `t${randomBytes(6).toString('hex')}`;
  const MONGO_URL = process.env.MONGO_URL!;
  const places = { MONGO_URL, AMQP_URL: broker.url, PORT: '0', DATA_DIR: dataDir, NAMESPACE };
  const started = await start([service], { NODE_ENV: 'test', LOG_LEVEL: 'silent', AUTH_JWT_SECRET: secret, ...places });
  const token = signToken(secret, { subject: 'somebody', companies: '*', scope: '*', seconds: 60 });
  broker.silence();
  const sent = Date.now();
  const answer = await fetch(`${started.url}/channels/touch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  // The broker is given up after five seconds.
  expect(Date.now() - sent).toBeLessThan(4_000);

  const stopping = started.stop();
  setTimeout(broker.tearOut, 300);
  await stopping;
  const databases = await connectDatabase(MONGO_URL, { poolSize: 1 });
  const database = databases.database(`${NAMESPACE}_channels`);
  const logged = { 'message.type': 'service.logged' };
  const waiting = await database.collection('outbox').find(logged).toArray();
  expect(waiting).toMatchObject([
    { message: { type: 'service.logged', data: { records: [{ user_id: 'somebody', result: true }] } } },
  ]);
  await database.dropDatabase();
  await databases.close();
  await rm(dataDir, { recursive: true, force: true });
});
