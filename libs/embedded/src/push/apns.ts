import { randomUUID } from 'node:crypto';
import { describingHeaders, headerFault } from './apns-headers';
import type { Answer, Connection, Handler, PushRequest } from './exchange';
import type { Outcomes } from './outcome';
import { providerTokenFault } from './provider-token';
import type { PushLog } from './push-log';
import type { LiveScript } from './push-script';

const devicePath = '/3/device/';
const mostBytes = 4_096;
const mostVoipBytes = 5_120;

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

function refused(id: string, reason: string, more: { timestamp?: number; retryAfterSeconds?: number } = {}): Answer {
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

/** A copy: a slice would keep the memory of its path, millions of times. */
function tokenOf(path: string): string {
  return Buffer.from(path).toString('utf8', devicePath.length);
}

/** What the body says; undefined when it says nothing that APNs would pass on. */
function readPayload(body: Buffer): object | undefined {
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
  const most = headers['apns-push-type'] === 'voip' ? mostVoipBytes : mostBytes;
  return body.length > most ? 'PayloadTooLarge' : undefined;
}

/** APNs' HTTP/2 API for one device. */
export function createApns(
  log: PushLog,
  outcomes: Outcomes,
  script: LiveScript,
  note: (line: string) => void,
): Handler {
  const onEarlyUpdate = () => {
    note('apns: a second provider token within 20 minutes on one connection; Apple may answer 429');
    return script.now.refuseTokenUpdates;
  };
  const tokenFault = (authorization: string | undefined, connection: Connection) =>
    providerTokenFault(authorization, connection, onEarlyUpdate);

  function deliver({ path, headers, body }: PushRequest, id: string): Answer | undefined {
    const payload = readPayload(body);
    if (!payload) return refused(id, 'PayloadEmpty');
    const token = tokenOf(path);
    const outcome = outcomes.decide(token);
    const { retryAfterSeconds } = script.now;
    switch (outcome) {
      case 'hang':
        return undefined;
      case 'unregistered':
        return refused(id, 'Unregistered', { timestamp: Date.now() });
      case 'invalid':
        return refused(id, 'BadDeviceToken');
      case 'quota':
        return refused(id, 'TooManyRequests', { retryAfterSeconds });
      case 'unavailable':
        return refused(id, 'ServiceUnavailable', { retryAfterSeconds });
      case 'internal':
        return refused(id, 'InternalServerError');
    }
    log.add({ provider: 'apns', token, at: Date.now(), payload, id, headers: describingHeaders(headers) });
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
    return fault ? refused(id, fault) : deliver(request, id);
  };
}
