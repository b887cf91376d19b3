import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Service } from './define-service';
import type { HouseSettings } from './settings';
import { StartError } from './start-error';

type Keys = { AUTH_JWT_SECRET: string; SERVICE_JWT_SECRET: string };

/** Creates the folder for everything this installation keeps. */
export async function openDataDir(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(join(dataDir, '.writable'), '');
  } catch (error) {
    throw new StartError(`DATA_DIR: ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
  return resolve(dataDir);
}

/** Random keys for development: made once, kept under DATA_DIR, the same for all processes that share it. */
export async function developmentKeys(dataDir: string): Promise<Keys> {
  const path = join(dataDir, 'development-keys.json');
  const key = () => randomBytes(32).toString('hex');
  const fresh: Keys = { AUTH_JWT_SECRET: key(), SERVICE_JWT_SECRET: key() };
  await writeFile(path, JSON.stringify(fresh), { flag: 'wx', mode: 0o600 }).catch(() => {});
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Keys;
  } catch {
    throw new StartError(`DATA_DIR: ${path} is not readable; remove it to have new keys made`);
  }
}

/** The stand-ins that run in this process, if any. */
export type StandIns = { mails?: () => unknown[]; stop(): Promise<void> };

/** Fills what development may leave out: keys, a folder for files, and stand-ins for database, broker and mail. */
export async function completeForDevelopment(
  settings: HouseSettings,
  list: Service[],
): Promise<{ settings: HouseSettings; standIns?: StandIns }> {
  if (settings.NODE_ENV === 'production') return { settings };
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
  const wantsMail = list.some(({ needs = [] }) => needs.includes('mail'));
  const wanted = { mongo: !known.MONGO_URL, amqp: !known.AMQP_URL, mail: wantsMail && !known.SMTP_URL };
  if (!wanted.mongo && !wanted.amqp && !wanted.mail) return { settings: known };
  // Loaded here alone, so that what production installs need not hold the stand-ins.
  const { joinOrStart } = await import('@herald/embedded');
  const { urls, ...standIns } = await joinOrStart(dataDir);
  return { settings: { ...urls, ...withoutUndefined(known) } as HouseSettings, standIns };
}

function withoutUndefined(settings: HouseSettings): Partial<HouseSettings> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
