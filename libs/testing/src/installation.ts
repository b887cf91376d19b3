import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { signToken } from '@herald/auth';
import type { ServiceName } from '@herald/contracts';
import { connectDatabase, type DatabaseServer } from '@herald/persistence';
import { databaseName } from '@herald/service';
import { eventually } from './eventually';
import { freePort } from './free-port';
import { programFlags, startNode, type Process } from './process';
import { requester, type Request } from './request';
import type { TokenClaims } from './start-for-test';

const root = join(__dirname, '../../..');
const secret = 'a secret of an installation for tests';

/** One process of an installation. */
export type Program = {
  name: string;
  url: string;
  process: Process;
  /** Kills it without a chance to clean up. */
  kill(): Promise<void>;
  /** Restarts it at the same address. */
  restart(): Promise<void>;
};
export type Installation = {
  programs: Program[];
  namespace: string;
  urlOf(service: ServiceName): string;
  /** A token with all scopes and companies. */
  token(claims?: Pick<TokenClaims, 'companies' | 'coreId'>): string;
  /** Sends requests to a service with that token. */
  to(service: ServiceName): Request;
  databases: DatabaseServer;
  database(service: ServiceName): ReturnType<DatabaseServer['database']>;
  /** The simulators of FCM and APNs, such as `GET /_dev/push/totals`. */
  simulators: Awaited<ReturnType<typeof startSimulators>>;
  stop(): Promise<void>;
};
export type InstallationOptions = {
  /** The services of each process, by the process's name. */
  programs: Record<string, readonly ServiceName[]>;
  mongoUrl: string;
  amqpUrl: string;
  simulatorArgs?: string[];
  /** The folder of the built programs; dist/apps unless it is named. */
  builtIn?: string;
  env?: Record<string, string>;
  /** Options of Node, such as `--cpu-prof`. */
  nodeArgs?: string[];
};

/** Starts built services in processes of their own, as in production, and the push simulators in another one. */
export async function startInstallation(options: InstallationOptions): Promise<Installation> {
  const { mongoUrl, amqpUrl, env = {} } = options;
  const namespace = `i${randomBytes(5).toString('hex')}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'herald-installation-'));
  const databases = await connectDatabase(mongoUrl, { poolSize: 5 });
  const simulators = await startSimulators(dataDir, options.simulatorArgs ?? []);
  const names = Object.keys(options.programs);
  const ports = new Map<string, number>();
  for (const name of names) ports.set(name, await freePort());
  const urlOf = (service: ServiceName) => {
    const name = names.find((one) => options.programs[one]!.includes(service));
    return `http://127.0.0.1:${name ? ports.get(name) : 1}`;
  };
  const programFile = (list: readonly ServiceName[]) =>
    join(options.builtIn ?? 'dist/apps', list.length > 1 ? 'platform' : list[0]!, 'main.js');
  const services = [...new Set(Object.values(options.programs).flat())];
  const shared = {
    ...baseEnv(dataDir),
    ...{ NAMESPACE: namespace, MONGO_URL: mongoUrl, AMQP_URL: amqpUrl },
    ...simulators.settings,
    ...Object.fromEntries(services.map((name) => [`${name.toUpperCase().replaceAll('-', '_')}_URL`, urlOf(name)])),
    ...env,
  };
  const starting = names.map((name) =>
    // A service alone is deployed as its own program.
    startProgram(name, [...(options.nodeArgs ?? []), programFile(options.programs[name]!)], {
      ...shared,
      SERVICES: options.programs[name]!.join(),
      PORT: String(ports.get(name)),
    }),
  );
  const programs = await Promise.all(starting).catch(async (error: unknown) => {
    const started = await Promise.allSettled(starting);
    for (const one of started) if (one.status === 'fulfilled') one.value.process.child.kill('SIGKILL');
    simulators.process.child.kill('SIGKILL');
    await databases.close();
    throw error;
  });
  const token: Installation['token'] = ({ companies = '*', coreId } = {}) =>
    signToken(secret, { subject: 'tester', companies, coreId, scope: '*', seconds: 36_000 });
  const database = (service: ServiceName) => databases.database(databaseName(namespace, service));
  return {
    programs,
    namespace,
    urlOf,
    to: (service) => requester(urlOf(service), token()),
    token,
    databases,
    database,
    simulators,
    async stop() {
      await Promise.all([...programs, simulators].map((one) => one.process.end()));
      await Promise.all(services.map((name) => database(name).dropDatabase()));
      await databases.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function baseEnv(dataDir: string): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return {
    ...{
      PATH,
      HOME,
      NODE_ENV: 'production',
      MIGRATE: 'at-start',
      HOST: '127.0.0.1',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
    },
    ...{
      AUTH_JWT_SECRET: secret,
      SERVICE_JWT_SECRET: `${secret}, for services`,
      CREDENTIALS_SECRET: `${secret}, sealed`,
    },
    ...{ SMTP_URL: 'smtp://127.0.0.1:1', STORAGE_URL: pathToFileURL(join(dataDir, 'files')).href },
  };
}

async function startProgram(name: string, args: string[], env: Record<string, string>): Promise<Program> {
  const url = `http://127.0.0.1:${env.PORT}`;
  const begin = () => startNode([...programFlags, ...args], { cwd: root, env });
  const program: Program = {
    name,
    url,
    process: begin(),
    kill: async () => void (await program.process.end('SIGKILL')),
    async restart() {
      program.process = begin();
      await program.process.ready(url);
    },
  };
  await program.process.ready(url).catch((error: unknown) => {
    program.process.child.kill('SIGKILL');
    throw error;
  });
  return program;
}

/** The push simulators, in a process of their own. */
export async function startSimulators(dataDir: string, args: string[]) {
  const [fcm, apns, control] = [await freePort(), await freePort(), await freePort()];
  const ports = [
    '--fcm-port',
    `${fcm}`,
    '--apns-port',
    `${apns}`,
    '--control-port',
    `${control}`,
    '--data-dir',
    dataDir,
  ];
  const main = 'libs/standins/push/src/main.ts';
  const simulators = startNode(['--import', 'tsx', main, ...ports, ...args], { cwd: root });
  const url = `http://127.0.0.1:${control}`;
  const ask = async (methodAndPath: string, body?: object): Promise<unknown> => {
    const [method, path] = methodAndPath.split(' ') as [string, string];
    // On a busy machine a kept connection may be closed while it is taken for the next request.
    const headers = { connection: 'close' };
    const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
    return answer.status === 204 ? undefined : answer.json();
  };
  await eventually(() => ask('GET /_dev/push/totals'), 30_000);
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const settings = {
    FCM_URL: `https://127.0.0.1:${fcm}`,
    FCM_PROJECT_ID: 'herald-test',
    FCM_ACCESS_TOKEN: 'a token of the simulator',
    APNS_URL: `https://127.0.0.1:${apns}`,
    APNS_KEY: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    APNS_KEY_ID: 'ABCDE12345',
    APNS_TEAM_ID: 'FGHIJ67890',
    PUSH_CA: join(dataDir, 'push/ca.pem'),
  };
  return { url, process: simulators, ask, settings };
}
