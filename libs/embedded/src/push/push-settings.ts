import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../private-files';
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

/** A key as Apple gives it to a team. It signs nothing that is kept, so a damaged one is replaced. */
async function openKey(path: string): Promise<string> {
  const known = await readFile(path, 'utf8').catch(() => '');
  if (isUsable(known)) return known;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const made = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await replaceFile(path, made);
  return made;
}

/** Whether the private key is intact and fits the public key in the same file. */
function isUsable(pem: string): boolean {
  try {
    const key = createPrivateKey(pem);
    const text = Buffer.from('any text');
    return verify('sha256', text, createPublicKey(key), sign('sha256', text, key));
  } catch {
    return false;
  }
}
