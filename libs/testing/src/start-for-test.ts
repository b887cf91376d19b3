import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { signToken } from '@herald/auth';
import { serviceLogged, type MessageType, type ServiceLogRecord, type ServiceName } from '@herald/contracts';
import { connectBroker, consumer, newMessage, type Broker } from '@herald/messaging';
import { connectDatabase, type Connection, type DatabaseServer } from '@herald/persistence';
import { databaseName, start, type Env, type Service, type Started, type StartOptions } from '@herald/service';
import { requester, type Request } from './request';

export type TokenClaims = {
  companies?: '*' | (string | number)[];
  scope?: string;
  subject?: string;
  coreId?: string;
  dni?: string;
};
export type Tested = {
  url: string;
  env: Env;
  /** Sends requests with a token of these claims; by default one that may do everything. */
  as(claims?: TokenClaims): Request;
  /** Sends requests as they are. */
  raw: Request;
  token(claims?: TokenClaims): string;
  /** A service's own database, to look at what was stored. */
  database(service: ServiceName): Connection;
  /** Collects messages of a type from now on. */
  collect<Data>(type: MessageType<Data>): Promise<Data[]>;
  /** Collects the service-log records from now on. */
  collectServiceLog(): Promise<ServiceLogRecord[]>;
  /** Publishes as another service would. */
  publish<Data>(type: MessageType<Data>, data: Data): Promise<void>;
  stop(): Promise<void>;
};

/** What the stack of the tests fills in. */
const ofStack = [
  ...['MONGO_URL', 'AMQP_URL', 'SMTP_URL', 'FCM_URL', 'FCM_PROJECT_ID', 'FCM_ACCESS_TOKEN'],
  ...['APNS_URL', 'APNS_KEY', 'APNS_KEY_ID', 'APNS_TEAM_ID', 'PUSH_CA'],
];

const secret = 'a secret for tests that is long enough';

/** Starts services on a database, a broker namespace and a folder of their own; real ones, with real messages. */
export async function startForTest(
  services: Service | Service[],
  settings: Env = {},
  { checkAnswers = true, onQuery }: Pick<StartOptions, 'checkAnswers' | 'onQuery'> = {},
): Promise<Tested> {
  const namespace = `t${randomBytes(6).toString('hex')}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'herald-'));
  const env: Env = {
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    PORT: '0',
    NAMESPACE: namespace,
    DATA_DIR: dataDir,
    STORAGE_URL: pathToFileURL(join(dataDir, 'files')).href,
    ...Object.fromEntries(ofStack.map((name) => [name, process.env[name]])),
    // Readers of cards are opened by the tests that read some.
    SAPIEN_WARM: 'false',
    AUTH_JWT_SECRET: secret,
    SERVICE_JWT_SECRET: `${secret}, for services`,
    ...settings,
  };
  const list = [services].flat();
  const started = await start(list, env, { checkAnswers, onQuery });
  const databases = await databasesAt(env.MONGO_URL!);
  return toolsFor(started, { env, namespace, dataDir, list, databases });
}

/** One connection for all tests of a file. */
const servers = new Map<string, Promise<DatabaseServer>>();
let running = 0;
/** Benchmarks, too, start services this way, without a test runner. */
const isTest = typeof afterAll === 'function';
let isLastTestOver = !isTest;

async function databasesAt(url: string): Promise<DatabaseServer> {
  const server = servers.get(url) ?? connectDatabase(url, { poolSize: 2 });
  servers.set(url, server);
  running += 1;
  return server;
}

async function closeDatabases(): Promise<void> {
  for (const server of servers.values()) await (await server).close();
  servers.clear();
}

// This runs before the hooks of the file itself, which may stop what they started.
if (isTest)
  afterAll(async () => {
    isLastTestOver = true;
    if (running === 0) await closeDatabases();
  });

type Parts = { env: Env; namespace: string; dataDir: string; list: Service[]; databases: DatabaseServer };

function toolsFor(started: Started, { env, namespace, dataDir, list, databases }: Parts): Tested {
  let opening: Promise<Broker> | undefined;
  const broker = () => (opening ??= connectBroker(env.AMQP_URL!, { namespace, onError: () => {} }));
  const database = (service: ServiceName) => databases.database(databaseName(namespace, service));
  const token = ({ companies = '*', scope = '*', subject = 'tester', coreId, dni }: TokenClaims = {}) =>
    signToken(env.AUTH_JWT_SECRET!, { subject, companies, scope, coreId, dni, seconds: 600 });
  let collectors = 0;
  const onEach = async <Data>(type: MessageType<Data>, collect: (data: Data) => void) => {
    const name = `collector-${++collectors}`;
    await (await broker()).consume('test', consumer({ name, on: type, handle: async (data) => collect(data) }), {});
  };
  return {
    url: started.url,
    env,
    token,
    raw: requester(started.url),
    as: (claims) => requester(started.url, token(claims)),
    database,
    async collect<Data>(type: MessageType<Data>) {
      const collected: Data[] = [];
      await onEach(type, (data) => collected.push(data));
      return collected;
    },
    async collectServiceLog() {
      const collected: ServiceLogRecord[] = [];
      await onEach(serviceLogged, ({ records }) => collected.push(...records));
      return collected;
    },
    publish: async (type, data) => (await broker()).publish(newMessage(type, data)),
    async stop() {
      await started.stop();
      await (await opening)?.close();
      await Promise.all(list.map(({ name }) => database(name).dropDatabase()));
      await rm(dataDir, { recursive: true, force: true });
      running -= 1;
      if (isLastTestOver && running === 0) await closeDatabases();
    },
  };
}
