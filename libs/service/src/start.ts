import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Server } from 'node:http';
import { tokenVerifier } from '@herald/auth';
import { services, type ServiceName } from '@herald/envelopes';
import { connectBroker } from '@herald/messaging';
import { connectDatabase } from '@herald/persistence';
import { openStorage } from '@herald/storage';
import { assemble, type Runtime } from './assemble';
import type { Service } from './define-service';
import { completeForDevelopment, type StandIns } from './development';
import { frontDoor } from './front-door';
import { createLogger } from './logger';
import { createMetrics } from './metrics';
import { addressOf, ownSettings, readSettings, urlSetting, type Env, type HouseSettings } from './settings';
import { StartError } from './start-error';
import { tokenIssuers } from './token-issuers';

export type Started = { url: string; settings: HouseSettings; standIns?: StandIns; stop(): Promise<void> };
export type StartOptions = { defaultPort?: number; checkAnswers?: boolean };

const version = '0.1.0';
/** What is under way at a stop has this long to end. */
const graceMs = 10_000;

/** Makes services live in this process, behind one port. What it began is undone when it fails. */
export async function start(list: Service[], env: Env, options: StartOptions = {}): Promise<Started> {
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return { ...(await startAll(list, env, options, undo)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Undo = (() => Promise<unknown>)[];

async function startAll(list: Service[], env: Env, options: StartOptions, undo: Undo): Promise<Omit<Started, 'stop'>> {
  const defaultPort = options.defaultPort ?? services[list[0]!.name].port;
  const read = readSettings(list, env, defaultPort);
  const { settings, standIns } = await completeForDevelopment(read, list);
  if (standIns) undo.push(standIns.stop);
  const here: { url?: string } = {};
  const runtime = await openRuntime(list, env, settings, { here, undo, checkAnswers: options.checkAnswers ?? false });
  const { broker, databases, storage, metrics, log } = runtime;
  const assembled = await Promise.all(list.map((service) => assemble(service, runtime)));
  undo.push(() => Promise.all([broker.close(), ...assembled.map((one) => one.stop())]));

  const ready = async () => ({
    database: await databases.ready(),
    broker: broker.ready(),
    ...(storage ? { storage: await storage.ready() } : {}),
  });
  const development = standIns?.mails ? { '/_dev/mail/messages': standIns.mails } : undefined;
  const server = frontDoor({ assembled, ready, metrics, version, development });
  here.url = await listen(server, settings);
  undo.push(() => closeGracefully(server));
  await Promise.all(assembled.map((one) => one.work()));
  log.info({ services: list.map(({ name }) => name), url: here.url }, 'started');
  return { url: here.url, settings, standIns };
}

type Opening = { here: { url?: string }; undo: Undo; checkAnswers: boolean };

async function openRuntime(
  list: Service[],
  env: Env,
  settings: HouseSettings,
  { here, undo, ...rest }: Opening,
): Promise<Runtime> {
  const log = createLogger(settings.LOG_LEVEL);
  const metrics = createMetrics();
  const databases = await connectDatabase(settings.MONGO_URL!, { onCommand: metrics.onCommand }).catch(
    unreachable('MONGO_URL: no database answers'),
  );
  undo.push(databases.close);
  const onError = (err: unknown) => log.warn({ err }, 'messaging');
  const { NAMESPACE: namespace } = settings;
  const broker = await connectBroker(settings.AMQP_URL!, { ...metrics, namespace, onError }).catch(
    unreachable('AMQP_URL: no broker answers'),
  );
  undo.push(broker.close);
  const storage = await storageFor(list, settings);
  const tempDir = storage?.tempDir ?? (await mkdtemp(join(tmpdir(), 'herald-')));
  if (!storage) undo.push(() => rm(tempDir, { recursive: true, force: true }));
  const local = new Set<ServiceName>(list.map(({ name }) => name));
  return {
    settings,
    ownSettings: (service) => ownSettings(service, env),
    addressOf: (name) => (local.has(name) && !env[urlSetting(name)] ? here.url! : addressOf(name, env, settings)),
    databases,
    broker,
    storage,
    tempDir,
    verify: tokenVerifier(tokenIssuers(settings)),
    metrics,
    log,
    ...rest,
  };
}

function unreachable(line: string) {
  return (cause: unknown): never => {
    throw new StartError(line, { cause });
  };
}

async function storageFor(list: Service[], settings: HouseSettings) {
  if (!list.some(({ needs = [] }) => needs.includes('storage'))) return undefined;
  const { S3_ACCESS_KEY_ID: accessKeyId = '', S3_SECRET_ACCESS_KEY: secretAccessKey = '' } = settings;
  return openStorage(settings.STORAGE_URL!, { accessKeyId, secretAccessKey }).catch((error: Error) => {
    throw new StartError(`STORAGE_URL: ${error.message}`);
  });
}

async function listen(server: Server, { HOST, PORT }: HouseSettings): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new StartError(error.code === 'EADDRINUSE' ? `PORT: ${PORT} is taken` : `PORT: cannot listen (${error.code})`),
      ),
    );
    server.listen(PORT, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return `http://${HOST === '0.0.0.0' ? '127.0.0.1' : HOST}:${port}`;
}

/** Takes no new connections, lets requests end, and cuts off what is left after the grace time. */
async function closeGracefully(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await closed;
  clearTimeout(cut);
}
