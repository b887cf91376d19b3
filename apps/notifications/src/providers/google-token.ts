import { createPrivateKey } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, type AgentOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccessToken } from './access-token';

export type ServiceAccount = { project_id: string; client_email: string; private_key: string };

const google = 'fcm.googleapis.com';
const defaultTimeoutMs = 10_000;

export type GoogleTokenOptions = { url: string; ca?: string; timeoutMs?: number };

/**
 * Fetches access tokens of a service account from Google; from the simulator where FCM_URL leads to one. Throws when its
 * key is not an RSA key.
 */
export function googleTokens(account: ServiceAccount, options: GoogleTokenOptions): () => Promise<AccessToken> {
  if (createPrivateKey(account.private_key).asymmetricKeyType !== 'rsa') throw new Error('not an RSA key');
  const { url, ca, timeoutMs = defaultTimeoutMs } = options;
  const { hostname: host, port } = new URL(url);
  // The library shares one request among all calls of a credential: after a hung one, only a new credential helps.
  if (host === google) return () => fromGoogle(account, boundedAgent({}, timeoutMs));
  const target = { host, port: Number(port), servername: host, ca };
  return () => fromSimulator(account, boundedAgent(target, timeoutMs));
}

async function fromGoogle(
  { project_id, client_email, private_key }: ServiceAccount,
  agent: Agent,
): Promise<AccessToken> {
  const { cert } = await firebase();
  return cert({ projectId: project_id, clientEmail: client_email, privateKey: private_key }, agent).getAccessToken();
}

/** The library asks another address than Google's only for an account in a file: the file exists for this one call. */
async function fromSimulator(account: ServiceAccount, agent: Agent): Promise<AccessToken> {
  const { cert } = await firebase();
  const folder = await mkdtemp(join(tmpdir(), 'herald-account-'));
  try {
    const path = join(folder, 'account.json');
    await writeFile(path, JSON.stringify({ type: 'service_account', ...account }), { mode: 0o600 });
    return await cert(path, agent).getAccessToken();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The library knows no timeout, and a hung socket would stay open without end. */
function boundedAgent(options: AgentOptions, timeoutMs: number): Agent {
  const agent = new Agent({ ...options, keepAlive: false });
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (...args) => {
    const socket = connect(...args)!;
    const deadline = setTimeout(() => socket.destroy(new Error('No answer in time')), timeoutMs).unref();
    return socket.once('close', () => clearTimeout(deadline));
  };
  return agent;
}

/** Loaded here alone: an installation without FCM never pays for it. */
const firebase = () => import('firebase-admin/app');
