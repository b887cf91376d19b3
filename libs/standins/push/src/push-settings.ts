import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '@herald/standin-data-folder';
import type { Push } from './start-push';

/** The settings with which a service reaches the simulators, as it would reach the providers. */
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

const fixedSettings = {
  FCM_PROJECT_ID: 'herald-development',
  FCM_ACCESS_TOKEN: 'for-simulators-only',
  APNS_KEY_ID: 'HERALDDEV1',
  APNS_TEAM_ID: 'HERALDTEAM',
};

/** The settings for running simulators. The key is stored beside their certificates. */
export async function pushSettings({ fcmUrl, apnsUrl, ca }: Push, dataDir: string): Promise<PushSettings> {
  const APNS_KEY = await openKey(join(dataDir, 'push', 'apns-key.p8'));
  return { ...fixedSettings, FCM_URL: fcmUrl, APNS_URL: apnsUrl, APNS_KEY, PUSH_CA: ca };
}

/** A private key like those Apple issues to a team. It signs nothing that is stored, so a damaged one is replaced. */
async function openKey(path: string): Promise<string> {
  const stored = await readFile(path, 'utf8').catch(() => '');
  if (isUsable(stored)) return stored;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const created = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await replaceFile(path, created);
  return created;
}

/** Whether the private key is intact and matches the public key in the same file. */
function isUsable(pem: string): boolean {
  try {
    const key = createPrivateKey(pem);
    const text = Buffer.from('any text');
    return verify('sha256', text, createPublicKey(key), sign('sha256', text, key));
  } catch {
    return false;
  }
}
