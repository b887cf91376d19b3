import { generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect, type ClientHttp2Session, type OutgoingHttpHeaders } from 'node:http2';

export type Reply = {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  json: Record<string, unknown>;
  /** How the stream ended without an answer. */
  error?: string;
};

/** An HTTP/2 client without any logic. */
export function openClient(url: string, ca: string): ClientHttp2Session {
  const session = connect(url, { ca: readFileSync(ca) });
  session.on('error', () => undefined);
  return session;
}

/** Sends one POST; also resolves if there is no answer. */
export function post(
  session: ClientHttp2Session,
  path: string,
  headers: OutgoingHttpHeaders,
  body: string,
  timeoutMs = 60_000,
): Promise<Reply> {
  return new Promise((resolve) => {
    const reply: Reply = { status: 0, headers: {}, text: '', json: {} };
    const stream = session.request({ ':method': 'POST', ':path': path, ...headers });
    stream.setEncoding('utf8').setTimeout(timeoutMs, () => {
      reply.error = 'timeout';
      stream.close(8);
    });
    stream.on('response', (got) => Object.assign(reply, { headers: got, status: got[':status'] }));
    stream.on('data', (chunk: string) => (reply.text += chunk));
    stream.on('error', (error: NodeJS.ErrnoException) => (reply.error = error.message));
    stream.on('close', () => {
      if (reply.text.startsWith('{')) reply.json = JSON.parse(reply.text) as Record<string, unknown>;
      resolve(reply);
    });
    stream.end(body);
  });
}

/** Sends a message to FCM. */
export function sendFcm(session: ClientHttp2Session, token: string, more: object = {}): Promise<Reply> {
  const message = { token, notification: { title: 'Hello' }, ...more };
  return post(session, '/v1/projects/demo/messages:send', bearer, JSON.stringify({ message }));
}

export const bearer = { authorization: 'Bearer ya29.test', 'content-type': 'application/json' };

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** A private key in the format that Apple issues. */
export const apnsKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const seconds = () => Math.floor(Date.now() / 1_000);

/** A provider token for APNs; single claims can be replaced. */
export function providerToken(header: object = {}, claims: object = {}): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claimsPart = part({ iss: 'TEAM123456', iat: seconds(), ...claims });
  const text = `${part({ alg: 'ES256', kid: 'KEY1234567', ...header })}.${claimsPart}`;
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `bearer ${text}.${signature.toString('base64url')}`;
}

/** Sends a notification to APNs. */
export function sendApns(
  session: ClientHttp2Session,
  token: string,
  headers: OutgoingHttpHeaders = {},
  body: string = JSON.stringify({ aps: { alert: 'Hello' } }),
): Promise<Reply> {
  const usual = { authorization: sharedToken, 'apns-topic': 'org.herald.app', 'apns-push-type': 'alert' };
  return post(session, `/3/device/${token}`, { ...usual, ...headers }, body);
}

const sharedToken = providerToken();
