import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceTokens, tokenVerifier, type VerifyToken } from '@herald/auth';
import { services, type ServiceName } from '@herald/contracts';
import { connectBroker, type Broker } from '@herald/messaging';
import { connectDatabase, type ConnectOptions, type DatabaseServer } from '@herald/persistence';
import { diskSpace, openStorage, type DiskSpace, type Storage } from '@herald/storage';
import type { TracingOf } from '@herald/tracing';
import type { Service } from './define-service';
import { createLogger, type Logger } from './logger';
import { houseMetrics, type HouseMetrics } from './metrics';
import { addressBook, ownSettings, urlSetting, type Env, type HouseSettings } from './settings';
import { StartError } from './start-error';
import { serviceSecrets, tokenIssuers } from './token-issuers';
import { openTracing } from './tracing';

/** The resources that all services of a process share. */
export type Runtime = {
  settings: HouseSettings;
  ownSettings(service: Service): object;
  addressOf(service: ServiceName): string;
  databases: DatabaseServer;
  broker: Broker;
  storage?: Storage;
  tempDir: string;
  disk: DiskSpace;
  verify: VerifyToken;
  /** Tokens for calls to other services. */
  tokensOf(service: ServiceName): (target: ServiceName) => string;
  metrics: HouseMetrics;
  tracingOf: TracingOf;
  log: Logger;
  checkAnswers: boolean;
  /** Aborts at the stop. */
  stopping: AbortSignal;
};

/** The opened resources, newest last: how to close each, and its timeout. */
export type Undo = { what: string; timeoutMs: number; run: () => Promise<unknown> }[];

type Opening = {
  env: Env;
  settings: HouseSettings;
  /** Set once this process listens. */
  here: { url?: string };
  undo: Undo;
  stopping: AbortSignal;
  checkAnswers?: boolean;
  version: string;
  onQuery?: ConnectOptions['onQuery'];
};

/** Opens the resources that the services of a process share. */
export async function openRuntime(list: Service[], opening: Opening): Promise<Runtime> {
  const { env, settings, here, undo, stopping, onQuery, version, checkAnswers = false } = opening;
  const log = createLogger(settings.LOG_LEVEL);
  const metrics = houseMetrics(list, version);
  const onLost = (err: unknown) => log.warn({ err }, 'OTEL_EXPORTER_OTLP_ENDPOINT: spans are lost');
  const { tracingOf, stop: sendLastSpans } = await openTracing(settings, version, onLost);
  undo.push({ what: 'Sending the last spans', timeoutMs: 3_000, run: sendLastSpans });
  const databases = await connectDatabase(settings.MONGO_URL!, { onCommand: metrics.onCommand, onQuery }).catch(
    unreachable('MONGO_URL: no database answers'),
  );
  undo.push({ what: 'Closing the database', timeoutMs: 2_000, run: databases.close });
  const onError = (err: unknown) => log.warn({ err }, 'messaging');
  const onNotice = (line: string) => log.warn(line);
  const { NAMESPACE: namespace, MAX_MESSAGE_BYTES: maxMessageBytes, DEAD_LETTER_DAYS: deadLetterDays } = settings;
  const ofQueues = { namespace, queueType: settings.QUEUE_TYPE, deadLetterDays };
  const brokerOptions = { ...metrics, ...ofQueues, tracingOf, maxMessageBytes, onNotice, onError };
  const broker = await connectBroker(settings.AMQP_URL!, brokerOptions).catch((cause: unknown) =>
    unreachable(brokerProblem(cause))(cause),
  );
  undo.push({ what: 'Closing the broker', timeoutMs: 5_000, run: broker.close });
  const storage = await storageFor(list, settings);
  const tempDir = storage?.tempDir ?? (await mkdtemp(join(tmpdir(), 'herald-')));
  const removeTempDir = () => rm(tempDir, { recursive: true, force: true });
  if (!storage) undo.push({ what: 'Removing temporary files', timeoutMs: 2_000, run: removeTempDir });
  const local = new Set<ServiceName>(list.map(({ name }) => name));
  const isAlone = (Object.keys(services) as ServiceName[]).every((name) => local.has(name) && !env[urlSetting(name)]);
  const addressElsewhere = addressBook(env, settings);
  const secrets = serviceSecrets(settings, { isAlone });
  const { issuers, close } = tokenIssuers(settings, secrets, (err) => log.warn({ err }, 'AUTH_JWKS_URL: no new keys'));
  undo.push({ what: 'Closing the key sets', timeoutMs: 1_000, run: async () => close() });
  return {
    settings,
    ownSettings: (service) => ownSettings(service, env),
    addressOf: (name) => (local.has(name) && !env[urlSetting(name)] ? here.url! : addressElsewhere(name)),
    databases,
    broker,
    storage,
    tempDir,
    disk: storage?.disk ?? diskSpace(tempDir),
    verify: tokenVerifier(issuers),
    tokensOf: (service) => serviceTokens(secrets[0]!, service),
    metrics,
    tracingOf,
    log,
    checkAnswers,
    stopping,
  };
}

function unreachable(line: string) {
  return (cause: unknown): never => {
    throw new StartError(line, { cause });
  };
}

/** A broker that answers and refuses names what it refuses: what is missing are rights, or its definitions. */
function brokerProblem(cause: unknown): string {
  const { code, message } = cause as { code?: unknown; message?: string };
  return typeof code === 'number' ? `AMQP_URL: the broker refuses: ${message}` : 'AMQP_URL: no broker answers';
}

async function storageFor(list: Service[], settings: HouseSettings) {
  if (!list.some(({ needs = [] }) => needs.includes('storage'))) return undefined;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined;
  return openStorage(settings.STORAGE_URL!, credentials).catch((error: Error) => {
    throw new StartError(`STORAGE_URL: ${error.message}`);
  });
}
