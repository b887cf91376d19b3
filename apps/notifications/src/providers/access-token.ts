import { createPrivateKey } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type ServiceAccount = { project_id: string; client_email: string; private_key: string };
type Token = { token: string; until: number };

/** A token is renewed so long before it ends. */
const early = 300_000;
const google = 'fcm.googleapis.com';

/** Access tokens of a service account, from Google; from the simulator where FCM_URL leads to one. Throws when its key is none. */
export async function accessTokens(
  account: ServiceAccount,
  { url, ca }: { url: string; ca?: string },
): Promise<() => Promise<string>> {
  if (createPrivateKey(account.private_key).asymmetricKeyType !== 'rsa') throw new Error('not an RSA key');
  const isGoogle = new URL(url).hostname === google;
  const getAccessToken = isGoogle ? await fromGoogle(account) : () => fromSimulator(account, url, ca);
  let kept: Token | undefined;
  let asking: Promise<Token> | undefined;
  const ask = async (): Promise<Token> => {
    const { access_token: token, expires_in } = await getAccessToken();
    return { token, until: Date.now() + expires_in * 1000 - early };
  };
  return async () => {
    if (kept && kept.until > Date.now()) return kept.token;
    asking ??= ask().finally(() => (asking = undefined));
    kept = await asking;
    return kept.token;
  };
}

type AccessToken = { access_token: string; expires_in: number };

async function fromGoogle({
  project_id,
  client_email,
  private_key,
}: ServiceAccount): Promise<() => Promise<AccessToken>> {
  const { cert } = await firebase();
  const credential = cert({ projectId: project_id, clientEmail: client_email, privateKey: private_key });
  return () => credential.getAccessToken();
}

/** The library leads elsewhere than to Google only for an account that lies in a file: it does so for this one moment. */
async function fromSimulator(account: ServiceAccount, url: string, ca?: string): Promise<AccessToken> {
  const { cert } = await firebase();
  const { hostname: host, port } = new URL(url);
  const folder = await mkdtemp(join(tmpdir(), 'herald-account-'));
  try {
    const path = join(folder, 'account.json');
    await writeFile(path, JSON.stringify({ type: 'service_account', ...account }), { mode: 0o600 });
    return await cert(path, new Agent({ host, port: Number(port), servername: host, ca })).getAccessToken();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Loaded here alone: an installation without FCM never pays for it. */
const firebase = () => import('firebase-admin/app');
