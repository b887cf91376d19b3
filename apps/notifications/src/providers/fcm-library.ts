import { randomUUID } from 'node:crypto';
import type { TokenMessage } from 'firebase-admin/messaging';
import { fcmOutcome } from './fcm';
import { inFlightSends } from './in-flight-sends';
import type { Outcome, Push, PushProvider } from './provider';
import { recordingAgent, type Exchange } from './recording-agent';
import type { FcmAccess } from './transport';

type FcmLibraryOptions = FcmAccess & { url: string; ca?: string; timeoutMs: number };

/** The library sends over HTTP/1.1: each push in flight needs a connection of its own. */
const maxConnections = 256;

/** Firebase Cloud Messaging by firebase-admin. */
export async function fcmLibraryProvider(options: FcmLibraryOptions): Promise<PushProvider> {
  const { url, ca, projectId, accessToken, timeoutMs } = options;
  const { initializeApp, deleteApp } = await import('firebase-admin/app');
  const { getMessaging } = await import('firebase-admin/messaging');
  const { agent, record } = recordingAgent({ url, ca, maxSockets: maxConnections, timeoutMs });
  // The app asks for an expired token before each send: our cache answers, and survives a failed renewal.
  const credential = { getAccessToken: async () => ({ access_token: await accessToken(), expires_in: 0 }) };
  const app = initializeApp({ projectId, credential, httpAgent: agent }, randomUUID());
  const messaging = getMessaging(app);
  const sends = inFlightSends();

  const send = async ({ token, body, dryRun = false }: Push): Promise<Outcome> => {
    const message: TokenMessage = { token, ...(JSON.parse(body) as object) };
    // `send`, not `sendEach`: that one opens a TLS session for each call, to a fixed host, past our agent.
    const { result, error, exchange } = await record(async () => messaging.send(message, dryRun));
    return result === undefined ? failureOutcome(error, exchange, timeoutMs) : { kind: 'sent', name: result };
  };
  return {
    name: 'fcm',
    send: (push) => sends.track(() => send(push)),
    close: () =>
      sends.close(async () => {
        await deleteApp(app);
        agent.destroy();
      }),
  };
}

function failureOutcome(error: unknown, exchange: Exchange, timeoutMs: number): Outcome {
  const { wasStarted, wasConnected, reply, isTimeout, errorCode = 'closed' } = exchange;
  if (reply) return fcmOutcome(reply);
  const lost = isTimeout ? `No answer within ${timeoutMs / 1000} s` : 'The connection was lost';
  if (wasConnected) return { kind: 'unknown', answer: lost };
  if (wasStarted) return { kind: 'busy', answer: `No connection: ${errorCode}` };
  const { code = '' } = error as { code?: string };
  if (code === 'app/invalid-credential') return { kind: 'busy', answer: 'Google gave no access token' };
  return { kind: 'refused', answer: `firebase-admin refuses the message: ${code}` };
}
