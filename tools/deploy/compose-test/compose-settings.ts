import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPush } from '@herald/standin-push';
import { parse } from 'yaml';
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
export const simulatorPorts = { fcm: 9_443, apns: 9_444, control: 9_445 };
export const tag = 'compose-test';
export const tokenSecret = randomBytes(32).toString('hex');

/** The file that `npm run deploy:env` writes, filled in as an operator does. */
export async function writeSettings(folder: string, port: number): Promise<string> {
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

export async function overrides(folder: string, services: string[], hasDatabase: boolean) {
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
    String(simulatorPorts.fcm),
    '--apns-port',
    String(simulatorPorts.apns),
    '--control-port',
    String(simulatorPorts.control),
  ];
  const main = ['node', '--import', 'tsx', 'libs/standins/push/src/main.ts'];
  return {
    notifications: {
      volumes: [`${ca}:/push-ca.pem:ro`],
      environment: {
        FCM_URL: `https://127.0.0.1:${simulatorPorts.fcm}`,
        FCM_PROJECT_ID: 'herald-test',
        FCM_ACCESS_TOKEN: 'a token of the simulator',
        APNS_URL: `https://127.0.0.1:${simulatorPorts.apns}`,
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
