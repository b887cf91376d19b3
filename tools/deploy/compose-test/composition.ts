import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPush } from '@herald/standin-push';
import { eventually, freePort } from '@herald/testing';
import { parse, stringify } from 'yaml';
import type { Engine } from './docker-engine';
import { run } from './run';

export const root = join(__dirname, '../../..');
export type Build = { dockerfile: string; target?: string; args?: { SERVICE: string } };
type Container = { image: string; build?: Build; environment?: Record<string, string> };
export const containers = (
  parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
    services: Record<string, Container>;
  }
).services;

/** The image with the repository and its packages, which the stand-ins run from. */
export const workspaceImage = 'herald-test/workspace';
const fcmPort = 9_443;
export const tag = 'compose-test';
export const tokenSecret = randomBytes(32).toString('hex');

export type Composition = {
  url: string;
  compose(...args: string[]): Promise<string>;
  /** The id of a service's container. */
  idOf(service: string): Promise<string>;
  healthy(services: string[]): Promise<void>;
  /** What the simulators of FCM and APNs answer. */
  askSimulators(path: string): Promise<unknown>;
  down(): Promise<void>;
};

type Options = { folder: string; services: string[]; hasDatabase: boolean };

/** The compose file as it is, with the settings that it asks for, and what stands in for parts that cannot be had here. */
export async function composition(engine: Engine, { folder, services, hasDatabase }: Options): Promise<Composition> {
  const port = await freePort();
  const env = await writeSettings(folder, port);
  const override = join(folder, 'override.yml');
  writeFileSync(override, stringify({ services: await overrides(folder, services, hasDatabase) }));
  const project = `herald-${randomBytes(4).toString('hex')}`;
  const files = ['-f', join(root, 'docker-compose.yml'), '-f', override];
  const options = ['--project-directory', root, '--env-file', env, '-p', project, ...files];
  const { docker } = engine;
  const compose = async (...args: string[]) => (await engine.compose([...options, ...args])).output;
  const inspect = async (id: string, format: string) => (await docker(['inspect', '-f', format, id])).output.trim();
  const idsOf = async (service: string) => {
    const filters = [`label=com.docker.compose.project=${project}`, `label=com.docker.compose.service=${service}`];
    const { output } = await docker(['ps', '-aq', '--no-trunc', ...filters.flatMap((one) => ['--filter', one])]);
    return output.trim();
  };
  const idOf = async (service: string) => {
    const id = await idsOf(service);
    if (!/^[0-9a-f]{64}$/.test(id)) throw new Error(`${service} has no container, or several: ${id}`);
    return id;
  };
  const isHealthy = async (service: string) =>
    (await inspect(await idOf(service), '{{.State.Health.Status}}')) === 'healthy';
  const healthy = async (names: string[]) => {
    for (const name of names)
      await eventually(() => isHealthy(name), 300_000).catch(async (error: Error) => {
        throw new Error(`${name} is not healthy:\n${(await compose('logs', '--tail=40', name)).slice(-6_000)}`, {
          cause: error,
        });
      });
  };
  return {
    url: `http://127.0.0.1:${port}`,
    compose,
    idOf,
    healthy,
    async askSimulators(path) {
      const fetched = `fetch('http://127.0.0.1:${fcmPort + 2}${path}').then((answer) => answer.text()).then(console.log)`;
      return JSON.parse((await docker(['exec', await idOf('simulators'), 'node', '-e', fetched])).output);
    },
    async down() {
      await compose('down', '-v', '--remove-orphans', '-t', '60');
      const label = ['--filter', `label=com.docker.compose.project=${project}`];
      const listed = [
        ['ps', '-aq'],
        ['volume', 'ls', '-q'],
        ['network', 'ls', '-q'],
      ] as const;
      for (const list of listed) {
        const { output } = await docker([...list, ...label]);
        if (output.trim()) throw new Error(`${list.join(' ')}: left behind: ${output}`);
      }
    },
  };
}

/** The file that `npm run deploy:env` writes, filled in as an operator does. */
async function writeSettings(folder: string, port: number): Promise<string> {
  const path = join(folder, '.env');
  await run([process.execPath, join(root, 'tools/deploy/make-env.mjs'), folder]);
  const filledIn: Record<string, string> = {
    AUTH_JWT_SECRET: tokenSecret,
    SMTP_URL: 'smtp://mail:1025',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    HTTP_PORT: `127.0.0.1:${port}`,
    HERALD_VERSION: tag,
    APNS_KEY: pushKey().replaceAll('\n', '\\n'),
    APNS_KEY_ID: 'ABCDE12345',
    APNS_TEAM_ID: 'FGHIJ67890',
    // Everything that is logged at all is searched for secrets.
    LOG_LEVEL: 'trace',
  };
  const lines = readFileSync(path, 'utf8').split('\n');
  const set = (line: string) => {
    const name = line.split('=')[0]!;
    return name in filledIn ? `${name}=${filledIn[name]}` : line;
  };
  writeFileSync(path, lines.map(set).join('\n'));
  return path;
}

/** A key for APNs, in PEM. */
const pushKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
    .trim();

async function overrides(folder: string, services: string[], hasDatabase: boolean) {
  const changed = new Map<string, object>();
  if (!hasDatabase) {
    changed.set('mongo', databaseStandIn);
    // The stand-in knows no users.
    changed.set('mongo-users', { image: workspaceImage, entrypoint: ['true'] });
    for (const name of services)
      if (containers[name]!.environment?.MONGO_URL)
        changed.set(name, { environment: { MONGO_URL: 'mongodb://mongo:27017' } });
  }
  if (!services.includes('notifications')) return Object.fromEntries(changed);
  const { notifications, simulators } = await simulatorsOf(folder);
  const { environment = {} } = (changed.get('notifications') ?? {}) as Container;
  const merged = { ...notifications, environment: { ...environment, ...notifications.environment } };
  return { ...Object.fromEntries(changed), notifications: merged, simulators };
}

const connects = `require('net').connect(27017).once('connect', () => process.exit(0)).once('error', () => process.exit(1))`;
const databaseStandIn = {
  image: workspaceImage,
  command: ['node', '--import', 'tsx', 'tools/deploy/compose-test/database.ts'],
  healthcheck: { test: ['CMD', 'node', '-e', connects], interval: '2s', timeout: '10s', retries: 60 },
};

/** The simulators answer on loopback alone, so they share the loopback of the service that asks them. */
async function simulatorsOf(folder: string) {
  const certificates = join(folder, 'certificates');
  mkdirSync(certificates);
  const issued = await startPush({ port: 0, dataDir: certificates });
  await issued.stop();
  const ca = join(folder, 'push-ca.pem');
  writeFileSync(ca, readFileSync(issued.ca));
  chmodSync(ca, 0o644);
  const ports = [
    '--fcm-port',
    String(fcmPort),
    '--apns-port',
    String(fcmPort + 1),
    '--control-port',
    String(fcmPort + 2),
  ];
  const main = ['node', '--import', 'tsx', 'libs/standins/push/src/main.ts'];
  return {
    notifications: {
      volumes: [`${ca}:/push-ca.pem:ro`],
      environment: {
        FCM_URL: `https://127.0.0.1:${fcmPort}`,
        FCM_PROJECT_ID: 'herald-test',
        FCM_ACCESS_TOKEN: 'a token of the simulator',
        APNS_URL: `https://127.0.0.1:${fcmPort + 1}`,
        PUSH_CA: '/push-ca.pem',
      },
    },
    simulators: {
      image: workspaceImage,
      network_mode: 'service:notifications',
      volumes: [`${certificates}:/certificates`],
      command: [...main, ...ports, '--data-dir', '/certificates'],
    },
  };
}
