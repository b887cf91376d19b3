import type { Http2Pool, Reply, RequestHeader } from '@herald/http2-client';
import type { Outcome, Push, PushProvider } from './provider';
import { failureOf, jsonOf, sendOnce } from './send-once';
import type { FcmAccess } from './transport';

type FcmOptions = FcmAccess & { pool: Http2Pool };

type GoogleError = { error?: { status?: string; message?: string; details?: { errorCode?: string }[] } };

/** Firebase Cloud Messaging, HTTP v1. */
export function fcmProvider({ pool, projectId, accessToken }: FcmOptions): PushProvider {
  const headersWith = (token: string): RequestHeader[] => [
    [':path', `/v1/projects/${projectId}/messages:send`, 'shared'],
    ['authorization', `Bearer ${token}`, 'shared'],
    ['content-type', 'application/json', 'shared'],
  ];
  return {
    name: 'fcm',
    async send({ token, body, dryRun }: Push) {
      let headers: RequestHeader[];
      try {
        headers = headersWith(await accessToken());
      } catch {
        return { kind: 'busy', answer: 'Google gave no access token' };
      }
      // `body` is the JSON of the rest of the message, so that the part that all devices share is serialized once.
      const validateOnly = dryRun ? '"validate_only":true,' : '';
      const message = `{${validateOnly}"message":{"token":${JSON.stringify(token)},${body.slice(1)}}`;
      return sendOnce(pool, { headers, body: message }, fcmOutcome);
    },
    close: pool.close,
  };
}

/** The outcome that a response of FCM stands for. */
export function fcmOutcome(reply: Reply): Outcome {
  if (reply.status === 200) return { kind: 'sent', name: jsonOf<{ name?: string }>(reply)?.name ?? '' };
  const { error = {} } = jsonOf<GoogleError>(reply) ?? {};
  const code = error.details?.find(({ errorCode }) => errorCode)?.errorCode ?? error.status ?? String(reply.status);
  const answer = error.message ? `${code}: ${error.message}` : code;
  return failureOf(reply, {
    answer,
    isGone: code === 'UNREGISTERED',
    isDenied: reply.status === 401 || code === 'PERMISSION_DENIED',
  });
}
