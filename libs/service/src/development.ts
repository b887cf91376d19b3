import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DevelopmentPages } from '@herald/embedded';
import type { Service } from './define-service';
import { developmentKeys } from './development-keys';
import type { Env, HouseSettings } from './settings';
import { StartError } from './start-error';

/** Creates the folder for everything this installation keeps. */
export async function openDataDir(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(join(dataDir, '.writable'), '', { mode: 0o600 });
    await chmod(join(dataDir, '.writable'), 0o600);
  } catch (error) {
    throw new StartError(`DATA_DIR: ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
  return resolve(dataDir);
}

/** The stand-ins in use; `pages` where they run in this process. */
export type StandIns = { simulatesPush: boolean; pages?: DevelopmentPages; stop(): Promise<void> };
/** `env`: the environment as services read their own settings from it. */
export type Completed = { settings: HouseSettings; env: Env; standIns?: StandIns };

const pushProviders = ['FCM_URL', 'FCM_CREDENTIALS', 'FCM_ACCESS_TOKEN', 'APNS_KEY'];
const isOfPush = /^(FCM|APNS|PUSH)_/;

/** Fills what development may leave out: keys, a folder for files, and stand-ins for database, broker, mail and push. */
export async function completeForDevelopment(settings: HouseSettings, list: Service[], env: Env): Promise<Completed> {
  if (settings.NODE_ENV === 'production') return { settings, env };
  const dataDir = await openDataDir(settings.DATA_DIR);
  const { AUTH_JWKS_URL, AUTH_PUBLIC_KEY, SERVICE_JWT_SECRET } = settings;
  const keys = await developmentKeys(dataDir);
  const known: HouseSettings = {
    ...settings,
    DATA_DIR: dataDir,
    STORAGE_URL: settings.STORAGE_URL ?? pathToFileURL(join(dataDir, 'files')).href,
    SERVICE_JWT_SECRET: SERVICE_JWT_SECRET ?? keys.SERVICE_JWT_SECRET,
    AUTH_JWT_SECRET: settings.AUTH_JWT_SECRET ?? (AUTH_JWKS_URL || AUTH_PUBLIC_KEY ? undefined : keys.AUTH_JWT_SECRET),
  };
  // What is sealed in development is worth no key of its own.
  const completed = { CREDENTIALS_SECRET: known.SERVICE_JWT_SECRET, ...given(env) };
  const wanted = standInsWanted(known, list, env);
  if (!Object.values(wanted).includes(true)) return { settings: known, env: completed };
  // Loaded here alone, so that what production installs need not hold the stand-ins.
  const { DataError, joinOrStart } = await import('@herald/embedded');
  const { urls, ...running } = await joinOrStart(dataDir).catch((error: unknown) => {
    throw error instanceof DataError ? new StartError(`DATA_DIR: ${error.message}`, { cause: error }) : error;
  });
  const { MONGO_URL, AMQP_URL, SMTP_URL } = urls;
  const simulators = Object.entries(urls).filter(([name]) => wanted.push && isOfPush.test(name));
  return {
    settings: { MONGO_URL, AMQP_URL, SMTP_URL, ...given(known) } as HouseSettings,
    env: { ...Object.fromEntries(simulators), ...completed },
    standIns: { simulatesPush: wanted.push, ...running },
  };
}

function standInsWanted(known: HouseSettings, list: Service[], env: Env) {
  const needs = new Set(list.flatMap((service) => service.needs ?? []));
  return {
    mongo: !known.MONGO_URL,
    amqp: !known.AMQP_URL,
    mail: needs.has('mail') && !known.SMTP_URL,
    push: needs.has('push') && pushProviders.every((name) => !env[name]),
  };
}

/** What was set to something. */
function given(settings: HouseSettings | Env): object {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined && value !== ''));
}
