import type { Answer, Handler, PushRequest } from '../server/handler';
import type { Outcomes } from '../simulation/outcome';
import type { PushLog } from '../simulation/push-log';
import type { LiveScript } from '../simulation/script';
import { parseFcmMessage } from './fcm-message';
import { googleError } from './google-error';
import { answerTokenRequest } from './oauth-token';

const sendPath = /^\/v1\/projects\/([^/?]+)\/messages:send(?:\?|$)/;
const tokenPath = /^(?:\/o\/oauth2)?\/token$/;
const jsonType = 'application/json; charset=UTF-8';

/** The handler of FCM's HTTP v1 API, one message per request, and of Google's token endpoint. */
export function createFcm(log: PushLog, outcomes: Outcomes, script: LiveScript): Handler {
  let sent = 0;
  const startedAt = Date.now();

  function send({ body }: PushRequest, project: string): Answer | undefined {
    const parsed = parseFcmMessage(body);
    if (!('token' in parsed)) return googleError('INVALID_ARGUMENT', parsed);
    const { token, message, isDryRun } = parsed;
    const outcome = outcomes.decide(token);
    const { retryAfterSeconds } = script.now;
    switch (outcome) {
      case 'hang':
        return undefined;
      case 'unregistered':
        return googleError('UNREGISTERED');
      case 'invalid':
        return googleError('INVALID_ARGUMENT', {
          message: 'The registration token is not a valid FCM registration token',
        });
      case 'quota':
        return googleError('QUOTA_EXCEEDED', { retryAfterSeconds });
      case 'unavailable':
        return googleError('UNAVAILABLE', { retryAfterSeconds });
      case 'internal':
        return googleError('INTERNAL');
    }
    const id = isDryRun ? 'fake_message_id' : `0:${startedAt}${String(++sent).padStart(9, '0')}`;
    const name = `projects/${project}/messages/${id}`;
    if (!isDryRun) log.add({ provider: 'fcm', token, at: Date.now(), payload: message, id: name });
    const answer: Answer = { status: 200, headers: { 'content-type': jsonType }, body: `{"name":"${name}"}` };
    return outcome === 'accepted-then-close' ? { ...answer, close: true } : answer;
  }

  return (request) => {
    const { method, path, headers, body } = request;
    if (method === 'POST' && tokenPath.test(path)) return answerTokenRequest(body);
    const project = sendPath.exec(path)?.[1];
    if (method !== 'POST' || project === undefined) return googleError('NOT_FOUND');
    if (!/^Bearer \S/i.test(headers.authorization ?? '')) return googleError('UNAUTHENTICATED');
    return send(request, project);
  };
}
