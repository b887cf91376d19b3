/**
 * The HTTP/2 client that pushes go out by, against Node's own on one session for each provider: half FCM and half APNs, the same
 * requests to the same simulators, in turn. `npm run bench:push-client [-- --pushes 20000 --rounds 5]`.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { http2Pool, type RequestHeader } from '@herald/http2-client';
import { startSimulators } from '@herald/testing';
import { sign } from 'jsonwebtoken';
import { quantiles, table } from './figures';

const { values } = parseArgs({
  options: {
    pushes: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '5' },
    /** Of a process of its own: which client it is, and where to. */
    client: { type: 'string' },
  },
});
const pushes = Number(values.pushes);
const data = { title: 'y'.repeat(300) };
const fcmBody = (token: string) => JSON.stringify({ message: { token: token.padEnd(160, 'x'), data } });
const apnsBody = JSON.stringify({ aps: { alert: 'Hello' }, data });
const fcmPath = '/v1/projects/herald-test/messages:send';

type Send = (token: string) => Promise<number>;
type Client = { fcm: Send; apns: Send; close(): Promise<void> };
type Settings = Record<
  'FCM_URL' | 'FCM_ACCESS_TOKEN' | 'APNS_URL' | 'APNS_KEY' | 'APNS_KEY_ID' | 'APNS_TEAM_ID' | 'PUSH_CA',
  string
>;

const fcmHeaders = ({ FCM_ACCESS_TOKEN }: Settings): RequestHeader[] => [
  [':path', fcmPath, 'shared'],
  ['authorization', `Bearer ${FCM_ACCESS_TOKEN}`, 'shared'],
  ['content-type', 'application/json', 'shared'],
];
const apnsHeaders = (token: string, jwt: string): RequestHeader[] => [
  [':path', `/3/device/${token}`, 'own'],
  ['authorization', `bearer ${jwt}`, 'shared'],
  ['apns-topic', 'com.acme.wallet', 'shared'],
  ['apns-push-type', 'alert', 'shared'],
  ['apns-id', randomUUID(), 'own'],
];

const jwtOf = ({ APNS_KEY, APNS_KEY_ID: keyid, APNS_TEAM_ID: issuer }: Settings) =>
  sign({}, APNS_KEY, { algorithm: 'ES256', keyid, issuer });

function ours(settings: Settings): Client {
  const ca = readFileSync(settings.PUSH_CA, 'utf8');
  const fcm = http2Pool({ url: settings.FCM_URL, ca });
  const apns = http2Pool({ url: settings.APNS_URL, ca });
  const shared = fcmHeaders(settings);
  const jwt = jwtOf(settings);
  return {
    fcm: async (token) => (await fcm.request({ headers: shared, body: fcmBody(token) })).status,
    apns: async (token) => (await apns.request({ headers: apnsHeaders(token, jwt), body: apnsBody })).status,
    close: async () => void (await Promise.all([fcm.close(), apns.close()])),
  };
}

function bare(settings: Settings): Client {
  const ca = readFileSync(settings.PUSH_CA, 'utf8');
  const [fcm, apns] = [settings.FCM_URL, settings.APNS_URL].map((url) =>
    connect(url, { ca, maxSessionMemory: 64 }),
  ) as [ReturnType<typeof connect>, ReturnType<typeof connect>];
  const request = (session: typeof fcm, headers: RequestHeader[], content: string) =>
    new Promise<number>((resolve, reject) => {
      const plain = Object.fromEntries(headers.map(([name, value]) => [name, value]));
      const stream = session.request({ ':method': 'POST', ...plain });
      let status = 0;
      stream.setEncoding('utf8');
      stream.once('response', (answer) => (status = answer[':status'] ?? 0));
      stream.on('data', () => {});
      stream.once('error', reject);
      stream.once('end', () => resolve(status));
      stream.end(content);
    });
  const shared = fcmHeaders(settings);
  const jwt = jwtOf(settings);
  return {
    fcm: (token) => request(fcm, shared, fcmBody(token)),
    apns: (token) => request(apns, apnsHeaders(token, jwt), apnsBody),
    async close() {
      fcm.close();
      apns.close();
    },
  };
}

/** Sends all, so many at once to each provider. */
async function run({ fcm, apns, close }: Client): Promise<void> {
  // Connections of the pool do not keep a process from ending.
  const alive = setInterval(() => {}, 1_000);
  const began = performance.now();
  const before = process.cpuUsage();
  const lane = (send: Send, count: number, atOnce: number) => {
    let next = 0;
    const worker = async () => {
      while (next < count)
        if ((await send(`${next++}`.padStart(64, '0'))) !== 200) throw new Error('A push was refused');
    };
    return Promise.all(Array.from({ length: atOnce }, worker));
  };
  await Promise.all([lane(fcm, pushes / 2, 128), lane(apns, pushes / 2, 128)]);
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ seconds: (performance.now() - began) / 1000, micros: (user + system) / pushes }));
  await close();
  clearInterval(alive);
}

async function compare(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'herald-bench-'));
  const simulators = await startSimulators(dir, []);
  const one = (client: string) => {
    const args = ['--import', 'tsx', 'tools/bench/push-client.ts', '--client', client, '--pushes', values.pushes];
    const printed = execFileSync(process.execPath, args, { env: { ...process.env, ...simulators.settings } });
    return JSON.parse(printed.toString()) as { seconds: number; micros: number };
  };
  try {
    const rounds = Array.from({ length: Number(values.rounds) }, () => ({ node: one('bare'), ours: one('ours') }));
    const median = (figures: number[]) => quantiles(figures)[0];
    const row = (name: 'node' | 'ours') => [
      name,
      Math.round(pushes / median(rounds.map((round) => round[name].seconds))),
      median(rounds.map((round) => round[name].micros)),
    ];
    console.log(table(['client', 'pushes/s', 'CPU µs a push'], [row('node'), row('ours')]));
    const ratio = quantiles(rounds.map(({ node: yardstick, ours: us }) => (us.micros / yardstick.micros) * 100))[0];
    console.log(`CPU of ours: ${ratio} % of the yardstick, median of ${rounds.length} pairs`);
  } finally {
    simulators.child.kill();
    rmSync(dir, { recursive: true, force: true });
  }
}

const settings = process.env as unknown as Settings;
const clients: Record<string, (settings: Settings) => Client> = { bare, ours };
void (values.client ? run(clients[values.client]!(settings)) : compare());
