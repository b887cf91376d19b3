import { generateKeyPairSync } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Push } from './start-push';

/** The settings by which a service reaches the simulators, as it would reach the providers. */
export type PushSettings = {
  FCM_URL: string;
  FCM_PROJECT_ID: string;
  FCM_ACCESS_TOKEN: string;
  APNS_URL: string;
  APNS_KEY: string;
  APNS_KEY_ID: string;
  APNS_TEAM_ID: string;
  PUSH_CA: string;
};

const fixed = {
  FCM_PROJECT_ID: 'herald-development',
  FCM_ACCESS_TOKEN: 'for-simulators-only',
  APNS_KEY_ID: 'HERALDDEV1',
  APNS_TEAM_ID: 'HERALDTEAM',
};

/** The settings for running simulators; the key lies beside their certificates. */
export async function pushSettings({ fcmUrl, apnsUrl, ca }: Push, dataDir: string): Promise<PushSettings> {
  const APNS_KEY = await openKey(join(dataDir, 'push', 'apns-key.p8'));
  return { ...fixed, FCM_URL: fcmUrl, APNS_URL: apnsUrl, APNS_KEY, PUSH_CA: ca };
}

/** A key as Apple gives it to a team: made once, whole when it appears, readable by its owner alone. */
async function openKey(path: string): Promise<string> {
  const known = await readFile(path, 'utf8').catch(() => undefined);
  if (known !== undefined) return known;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  // Whoever else made one meanwhile keeps it.
  await link(fresh, path).catch(() => {});
  await rm(fresh);
  return readFile(path, 'utf8');
}
