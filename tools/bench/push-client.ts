/**
 * The ways to send pushes, one after the other against the same simulators: Node's HTTP/2 client on one session, our
 * own client (`ours`), and the two transports of the notifications service, which use it (`direct`) or the vendors'
 * libraries (`libraries`).
 *
 *   npm run bench:push-client -- --clients bare,ours,direct,libraries --provider both --pushes 20000 --rounds 5
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
import { openTransport } from '../../apps/notifications/src/providers/transport';
import { quantiles, table } from './figures';

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: 'bare,ours' },
    /** `fcm`, `apns`, or `both`: half of the pushes each. */
    provider: { type: 'string', default: 'both' },
    pushes: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '5' },
    /** In the child process of one measurement: the client. */
    client: { type: 'string' },
  },
});
const pushes = Number(values.pushes);
/** Pushes in flight to each provider. */
const concurrency = 128;
const data = { title: 'y'.repeat(300) };
const fcmToken = (token: string) => token.padEnd(160, 'x');
const fcmBody = (token: string) => JSON.stringify({ message: { token: fcmToken(token), data } });
const apnsBody = JSON.stringify({ aps: { alert: 'Hello' }, data });
const projectId = 'herald-test';
const bundleId = 'com.acme.wallet';

/** Sends one push, and throws when it was not accepted. */
type Send = (token: string) => Promise<void>;
type Client = { fcm: Send; apns: Send; close(): Promise<unknown> };
type Settings = Record<
  'FCM_URL' | 'FCM_ACCESS_TOKEN' | 'APNS_URL' | 'APNS_KEY' | 'APNS_KEY_ID' | 'APNS_TEAM_ID' | 'PUSH_CA',
  string
>;

const fcmHeaders = ({ FCM_ACCESS_TOKEN }: Settings): RequestHeader[] => [
  [':path', `/v1/projects/${projectId}/messages:send`, 'shared'],
  ['authorization', `Bearer ${FCM_ACCESS_TOKEN}`, 'shared'],
  ['content-type', 'application/json', 'shared'],
];
const apnsHeaders = (token: string, jwt: string): RequestHeader[] => [
  [':path', `/3/device/${token}`, 'unique'],
  ['authorization', `bearer ${jwt}`, 'shared'],
  ['apns-topic', bundleId, 'shared'],
  ['apns-push-type', 'alert', 'shared'],
  ['apns-id', randomUUID(), 'unique'],
];

const jwtOf = ({ APNS_KEY, APNS_KEY_ID: keyid, APNS_TEAM_ID: issuer }: Settings) =>
  sign({}, APNS_KEY, { algorithm: 'ES256', keyid, issuer });

function mustBeAccepted(status: number): void {
  if (status !== 200) throw new Error('A push was refused');
}

async function ours(settings: Settings): Promise<Client> {
  const ca = readFileSync(settings.PUSH_CA, 'utf8');
  const fcm = http2Pool({ url: settings.FCM_URL, ca });
  const apns = http2Pool({ url: settings.APNS_URL, ca });
  const shared = fcmHeaders(settings);
  const jwt = jwtOf(settings);
  const send = async (pool: typeof fcm, headers: RequestHeader[], body: string) =>
    mustBeAccepted((await pool.request({ headers, body })).status);
  return {
    fcm: (token) => send(fcm, shared, fcmBody(token)),
    apns: (token) => send(apns, apnsHeaders(token, jwt), apnsBody),
    close: () => Promise.all([fcm.close(), apns.close()]),
  };
}

async function bare(settings: Settings): Promise<Client> {
  const ca = readFileSync(settings.PUSH_CA, 'utf8');
  const open = (url: string) => connect(url, { ca, maxSessionMemory: 64 });
  const fcm = open(settings.FCM_URL);
  const apns = open(settings.APNS_URL);
  const send = (session: typeof fcm, headers: RequestHeader[], content: string) =>
    new Promise<number>((resolve, reject) => {
      const plain = Object.fromEntries(headers.map(([name, value]) => [name, value]));
      const stream = session.request({ ':method': 'POST', ...plain });
      let status = 0;
      stream.setEncoding('utf8');
      stream.once('response', (response) => (status = response[':status'] ?? 0));
      stream.on('data', () => {});
      stream.once('error', reject);
      stream.once('end', () => resolve(status));
      stream.end(content);
    }).then(mustBeAccepted);
  const shared = fcmHeaders(settings);
  const jwt = jwtOf(settings);
  return {
    fcm: (token) => send(fcm, shared, fcmBody(token)),
    apns: (token) => send(apns, apnsHeaders(token, jwt), apnsBody),
    async close() {
      fcm.close();
      apns.close();
    },
  };
}

async function transport(settings: Settings, PUSH_TRANSPORT: 'direct' | 'libraries'): Promise<Client> {
  const { FCM_URL, PUSH_CA, APNS_KEY: key, APNS_KEY_ID: key_id, APNS_TEAM_ID: team_id } = settings;
  const opened = openTransport({ PUSH_TRANSPORT, FCM_URL, PUSH_CA, PUSH_CONNECTIONS: 4 });
  const fcm = await opened.fcm({ projectId, accessToken: async () => settings.FCM_ACCESS_TOKEN });
  const apns = await opened.apns(settings.APNS_URL, { key, key_id, team_id });
  const send = async (provider: typeof fcm, token: string, body: string) => {
    const push = { token, body, notificationUuid: randomUUID(), priority: 'high' as const, bundleId };
    const outcome = await provider.send(push);
    if (outcome.kind !== 'sent') throw new Error(`A push was not sent: ${outcome.kind}, ${outcome.answer}`);
  };
  const body = JSON.stringify({ data });
  return {
    fcm: (token) => send(fcm, fcmToken(token), body),
    apns: (token) => send(apns, token, apnsBody),
    close: () => Promise.all([fcm.close(), apns.close()]),
  };
}

const clients: Record<string, (settings: Settings) => Promise<Client>> = {
  bare,
  ours,
  direct: (settings) => transport(settings, 'direct'),
  libraries: (settings) => transport(settings, 'libraries'),
};

type Measured = { seconds: number; micros: number; megabytes: number };

/** Sends all pushes and prints what it cost this process. */
async function measure({ fcm, apns, close }: Client): Promise<void> {
  // Connections of the pool do not keep a process alive.
  const keepAlive = setInterval(() => {}, 1_000);
  const sendAll = (send: Send, count: number) => {
    let next = 0;
    const worker = async () => {
      while (next < count) await send(`${next++}`.padStart(64, '0'));
    };
    return Promise.all(Array.from({ length: concurrency }, worker));
  };
  const share = values.provider === 'both' ? pushes / 2 : pushes;
  const began = performance.now();
  const before = process.cpuUsage();
  await Promise.all([
    values.provider === 'apns' ? undefined : sendAll(fcm, share),
    values.provider === 'fcm' ? undefined : sendAll(apns, share),
  ]);
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - began) / 1000;
  const megabytes = process.resourceUsage().maxRSS / 1024;
  console.log(JSON.stringify({ seconds, micros: (user + system) / pushes, megabytes } satisfies Measured));
  await close();
  clearInterval(keepAlive);
}

async function compare(names: string[]): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'herald-bench-'));
  const simulators = await startSimulators(dir, []);
  const run = (client: string): Measured => {
    const args = ['--import', 'tsx', 'tools/bench/push-client.ts', '--client', client];
    const options = ['--pushes', values.pushes, '--provider', values.provider];
    const env = { ...process.env, ...simulators.settings };
    return JSON.parse(execFileSync(process.execPath, [...args, ...options], { env }).toString()) as Measured;
  };
  try {
    const rounds = Array.from({ length: Number(values.rounds) }, () => names.map(run));
    const median = (figure: (round: Measured[]) => number) => quantiles(rounds.map(figure))[0];
    const rows = names.map((name, index) => [
      name,
      Math.round(median((round) => pushes / round[index]!.seconds)),
      median((round) => round[index]!.micros),
      Math.round(median((round) => round[index]!.megabytes)),
      `${Math.round(median((round) => (round[index]!.micros / round[0]!.micros) * 100))} %`,
    ]);
    const head = ['client', 'pushes/s', 'CPU µs a push', 'peak MB', `CPU of ${names[0]}`];
    console.log(`Medians of ${rounds.length} rounds, ${pushes} pushes to ${values.provider}`);
    console.log(table(head, rows));
  } finally {
    await simulators.process.end();
    rmSync(dir, { recursive: true, force: true });
  }
}

const settings = process.env as unknown as Settings;
void (values.client ? clients[values.client]!(settings).then(measure) : compare(values.clients.split(',')));
