import { DeadlineExceeded, limitConcurrency, withDeadline } from '@herald/concurrency';
import type { Notification, Provider, ProviderOptions } from '@parse/node-apn';
import { expirationOf } from './apns';
import { apnsLibraryConnection } from './apns-library-connection';
import { apnsLibraryOutcome } from './apns-library-outcome';
import { inFlightSends } from './in-flight-sends';
import type { Outcome, Push, PushProvider } from './provider';
import { checkApnsKey, type ApnsKey } from './provider-token';

type ApnsLibraryOptions = { url: string; ca?: string; key: ApnsKey; timeoutMs: number };

/** The library's timeout also runs while a stream is queued: more streams than a connection takes would time out. */
const maxInFlight = 500;
/** Node's default of 10 MB rejects most streams of a large send. */
const maxSessionMemoryMb = 256;

/** Apple Push Notification service by node-apn. Throws when the key is invalid. */
export async function apnsLibraryProvider(options: ApnsLibraryOptions): Promise<PushProvider> {
  const { url, ca, key, timeoutMs } = options;
  const apn = await import('@parse/node-apn');
  // 10 of 15 s: connecting counts towards the library's timeout, and a push that was never sent must not be `unknown`.
  const connection = apnsLibraryConnection(url, ca, (2 / 3) * timeoutMs);
  const provider = new apn.Provider({
    token: { key: checkApnsKey(key), keyId: key.key_id, teamId: key.team_id },
    address: new URL(url).hostname,
    requestTimeout: timeoutMs,
    // No repeats: the library would send them at once, whatever Retry-After says.
    connectionRetryLimit: 0,
    // Unknown options are passed to http2.connect.
    ...{ maxSessionMemory: maxSessionMemoryMb, createConnection: connection.open },
  } as ProviderOptions);
  silence(provider);
  const sends = inFlightSends();
  const limit = limitConcurrency({ max: maxInFlight });

  const noAnswer = `No answer within ${timeoutMs / 1000} s`;
  const lostAfter = (ms: number) => (ms >= timeoutMs ? noAnswer : 'The connection was lost');

  const send = async (push: Push): Promise<Outcome> => {
    await connection.ready();
    const began = performance.now();
    const sending = provider.send(toNotification(new apn.Notification(), push), encodeURIComponent(push.token));
    const outcome = await withDeadline(2 * timeoutMs, 'The push', sending).then(
      (result) => apnsLibraryOutcome(result, lostAfter(performance.now() - began)),
      (error: unknown): Outcome => {
        if (!(error instanceof DeadlineExceeded)) throw error;
        return { kind: 'unknown', answer: noAnswer };
      },
    );
    if (outcome.kind !== 'unknown') connection.onResponse();
    else if (outcome.answer === noAnswer) connection.onTimeout();
    return outcome;
  };
  return {
    name: 'apns',
    async send(push) {
      if (push.dryRun) return { kind: 'sent', name: '' };
      return sends.track(() => limit(() => send(push)));
    },
    close: () => sends.close(() => connection.close(() => new Promise((resolve) => void provider.shutdown(resolve)))),
  };
}

function toNotification(notification: Notification, push: Push): Notification {
  const { body, notificationUuid, priority, bundleId } = push;
  return Object.assign(notification, {
    rawPayload: JSON.parse(body) as object,
    id: notificationUuid,
    collapseId: notificationUuid,
    topic: bundleId,
    pushType: 'alert',
    priority: priority === 'high' ? 10 : 5,
    expiry: expirationOf(Date.now()),
  });
}

/** The library logs responses when DEBUG is set. `Provider.setLogger` exists in its types only. */
function silence(provider: Provider): void {
  (provider as unknown as { client: { setLogger(log: () => void): void } }).client.setLogger(() => {});
}
