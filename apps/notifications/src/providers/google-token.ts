import { createPrivateKey } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, type AgentOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccessToken } from './access-token';

export type ServiceAccount = { project_id: string; client_email: string; private_key: string };

const google = 'fcm.googleapis.com';
const defaultTimeoutMs = 10_000;

type GoogleTokenOptions = { url: string; ca?: string; timeoutMs?: number };

/**
 * Fetches access tokens for a service account: from Google, or from the simulator that FCM_URL names. Throws when the
 * key is not an RSA key.
 */
export function googleTokens(account: ServiceAccount, options: GoogleTokenOptions): () => Promise<AccessToken> {
  if (createPrivateKey(account.private_key).asymmetricKeyType !== 'rsa') throw new Error('not an RSA key');
  const { url, ca, timeoutMs = defaultTimeoutMs } = options;
  const { hostname: host, port } = new URL(url);
  // All calls of a credential share one request, even if it hangs: each call gets a credential of its own.
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

/** The library uses another address than Google's only for an account in a file: the file exists during this call. */
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

/** The library has no timeout: without this one, a socket to a silent server would never be closed. */
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

/** Loaded on first use, so that an installation without a service account does not load it. */
const firebase = () => import('firebase-admin/app');
