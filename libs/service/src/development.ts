import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Service } from './define-service';
import { developmentKeys } from './development-keys';
import type { Env, HouseSettings } from './settings';
import { StartError } from './start-error';

/** Creates the folder for all data of a development installation. */
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

/** A page that shows what a stand-in received: JSON in chunks, because it may be long. */
export type DevelopmentPage = (query: URLSearchParams) => AsyncIterable<string>;
export type DevelopmentPages = Record<string, DevelopmentPage>;
type Running = { urls: Record<string, string>; pages?: DevelopmentPages; stop(): Promise<void> };
/** The package of the stand-ins: it starts them on a data folder, or joins those of another process. */
type StandInsPackage = {
  joinOrStart(dataDir: string): Promise<Running>;
  /** An error whose message tells the operator what to do. */
  DataError: new (message: string) => Error;
};
/** Loads the stand-ins. Called in development only, and only if a server is missing. */
export type LoadStandIns = () => Promise<StandInsPackage>;
/** The stand-ins in use; `pages` if they run in a thread of this process. */
export type StandIns = { simulatesPush: boolean; pages?: DevelopmentPages; stop(): Promise<void> };
/** `env`: the environment as services read their own settings from it. */
type Completed = { settings: HouseSettings; env: Env; standIns?: StandIns };

const pushProviders = ['FCM_URL', 'FCM_CREDENTIALS', 'FCM_ACCESS_TOKEN', 'APNS_KEY'];
const pushSetting = /^(FCM|APNS|PUSH)_/;

/** Completes settings in development: keys, a folder for files, and stand-ins for database, broker, mail and push. */
export async function completeForDevelopment(
  settings: HouseSettings,
  list: Service[],
  env: Env,
  develop?: LoadStandIns,
): Promise<Completed> {
  if (settings.NODE_ENV === 'production') return { settings, env };
  const dataDir = await openDataDir(settings.DATA_DIR);
  const { AUTH_JWKS_URL, AUTH_PUBLIC_KEY, SERVICE_JWT_SECRET } = settings;
  const keys = await developmentKeys(dataDir);
  const withKeys: HouseSettings = {
    ...settings,
    DATA_DIR: dataDir,
    STORAGE_URL: settings.STORAGE_URL ?? pathToFileURL(join(dataDir, 'files')).href,
    SERVICE_JWT_SECRET: SERVICE_JWT_SECRET ?? keys.SERVICE_JWT_SECRET,
    AUTH_JWT_SECRET: settings.AUTH_JWT_SECRET ?? (AUTH_JWKS_URL || AUTH_PUBLIC_KEY ? undefined : keys.AUTH_JWT_SECRET),
  };
  // Development needs no separate key for sealed credentials.
  const completed = { CREDENTIALS_SECRET: withKeys.SERVICE_JWT_SECRET, ...definedOnly(env) };
  const missing = missingServers(withKeys, list, env);
  const names = Object.entries(missing).flatMap(([name, isMissing]) => (isMissing ? [name] : []));
  if (names.length === 0) return { settings: withKeys, env: completed };
  if (!develop) throw new StartError(`${names.join(', ')}: must be set, because this program has no stand-ins`);
  const { DataError, joinOrStart } = await develop();
  const { urls, ...running } = await joinOrStart(dataDir).catch((error: unknown) => {
    throw error instanceof DataError ? new StartError(`DATA_DIR: ${error.message}`, { cause: error }) : error;
  });
  const { MONGO_URL, AMQP_URL, SMTP_URL } = urls;
  const simulators = Object.entries(urls).filter(([name]) => missing.FCM_URL && pushSetting.test(name));
  return {
    settings: { MONGO_URL, AMQP_URL, SMTP_URL, ...definedOnly(withKeys) } as HouseSettings,
    env: { ...Object.fromEntries(simulators), ...completed },
    standIns: { simulatesPush: missing.FCM_URL, ...running },
  };
}

/** Which servers a process needs and has no settings for. FCM_URL stands for both push providers. */
function missingServers(settings: HouseSettings, list: Service[], env: Env) {
  const needs = new Set(list.flatMap((service) => service.needs ?? []));
  return {
    MONGO_URL: !settings.MONGO_URL,
    AMQP_URL: !settings.AMQP_URL,
    SMTP_URL: needs.has('mail') && !settings.SMTP_URL,
    FCM_URL: needs.has('push') && pushProviders.every((name) => !env[name]),
  };
}

/** The settings that have a value. */
function definedOnly(settings: HouseSettings | Env): object {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined && value !== ''));
}
