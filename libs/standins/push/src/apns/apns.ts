import { randomUUID } from 'node:crypto';
import type { Answer, Connection, Handler, PushRequest } from '../server/handler';
import type { Outcomes } from '../simulation/outcome';
import type { PushLog } from '../simulation/push-log';
import type { LiveScript } from '../simulation/script';
import { pickRecordedHeaders, headerFault } from './apns-headers';
import { providerTokenFault } from './provider-token';

const devicePath = '/3/device/';
const maxBytes = 4_096;
const maxVoipBytes = 5_120;

const statusOf: Record<string, number> = {
  MissingProviderToken: 403,
  InvalidProviderToken: 403,
  ExpiredProviderToken: 403,
  BadPath: 404,
  MethodNotAllowed: 405,
  Unregistered: 410,
  PayloadTooLarge: 413,
  TooManyRequests: 429,
  TooManyProviderTokenUpdates: 429,
  InternalServerError: 500,
  ServiceUnavailable: 503,
};

function reject(id: string, reason: string, more: { timestamp?: number; retryAfterSeconds?: number } = {}): Answer {
  const { timestamp, retryAfterSeconds } = more;
  return {
    status: statusOf[reason] ?? 400,
    headers: {
      'apns-id': id,
      'content-type': 'application/json',
      ...(retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {}),
    },
    body: JSON.stringify(timestamp === undefined ? { reason } : { reason, timestamp }),
  };
}

/** The device token as a new string: a slice would keep the whole path in memory, for each of millions of tokens. */
function tokenOf(path: string): string {
  return Buffer.from(path).toString('utf8', devicePath.length);
}

/** The payload; undefined unless it is a JSON object with at least one key. */
function parsePayload(body: Buffer): object | undefined {
  try {
    const payload: unknown = JSON.parse(body.toString());
    const isFilled = typeof payload === 'object' && payload !== null && Object.keys(payload).length > 0;
    return isFilled && !Array.isArray(payload) ? payload : undefined;
  } catch {
    return undefined;
  }
}

function pathFault(method: string, path: string): string | undefined {
  if (!path.startsWith(devicePath)) return 'BadPath';
  if (method !== 'POST') return 'MethodNotAllowed';
  return path.length === devicePath.length ? 'MissingDeviceToken' : undefined;
}

function sizeFault({ body, headers }: PushRequest): string | undefined {
  const limit = headers['apns-push-type'] === 'voip' ? maxVoipBytes : maxBytes;
  return body.length > limit ? 'PayloadTooLarge' : undefined;
}

/** The handler of APNs' API: one notification to one device. */
export function createApns(
  log: PushLog,
  outcomes: Outcomes,
  script: LiveScript,
  warn: (line: string) => void,
): Handler {
  const onEarlyUpdate = () => {
    warn('apns: a second provider token within 20 minutes on one connection; Apple may answer 429');
    return script.now.refuseTokenUpdates;
  };
  const tokenFault = (authorization: string | undefined, connection: Connection) =>
    providerTokenFault(authorization, connection, onEarlyUpdate);

  function deliver({ path, headers, body }: PushRequest, id: string): Answer | undefined {
    const payload = parsePayload(body);
    if (!payload) return reject(id, 'PayloadEmpty');
    const token = tokenOf(path);
    const outcome = outcomes.decide(token);
    const { retryAfterSeconds } = script.now;
    switch (outcome) {
      case 'hang':
        return undefined;
      case 'unregistered':
        return reject(id, 'Unregistered', { timestamp: Date.now() });
      case 'invalid':
        return reject(id, 'BadDeviceToken');
      case 'quota':
        return reject(id, 'TooManyRequests', { retryAfterSeconds });
      case 'unavailable':
        return reject(id, 'ServiceUnavailable', { retryAfterSeconds });
      case 'internal':
        return reject(id, 'InternalServerError');
    }
    log.add({ provider: 'apns', token, at: Date.now(), payload, id, headers: pickRecordedHeaders(headers) });
    const answer: Answer = { status: 200, headers: { 'apns-id': id } };
    return outcome === 'accepted-then-close' ? { ...answer, close: true } : answer;
  }

  return (request) => {
    const { method, path, headers, connection } = request;
    const given = headers['apns-id'];
    const id = typeof given === 'string' ? given : randomUUID().toUpperCase();
    const fault =
      pathFault(method, path) ??
      tokenFault(headers.authorization, connection) ??
      headerFault(headers) ??
      sizeFault(request);
    return fault ? reject(id, fault) : deliver(request, id);
  };
}
