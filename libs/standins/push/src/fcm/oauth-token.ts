import { randomBytes } from 'node:crypto';
import type { Answer } from '../server/handler';
import { parseJwt, type Jwt } from '../simulation/jwt';

const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const maxLifetimeSeconds = 3_600;
const clockSkewSeconds = 300;

function answer(status: number, body: unknown): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify(body),
  };
}

function reject(error: string, error_description: string): Answer {
  return answer(400, { error, error_description });
}

function isNonEmptyString(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function assertionFault({ header, claims, signature }: Jwt): string | undefined {
  const { iss, scope, aud, iat, exp } = claims;
  if (header.alg !== 'RS256' || signature.length < 128) return 'Invalid JWT Signature.';
  if (!isNonEmptyString(iss) || !isNonEmptyString(aud)) return 'Invalid JWT: iss and aud are required.';
  if (!isNonEmptyString(scope)) return 'Invalid JWT: scope is required.';
  const now = Date.now() / 1_000;
  const isTimely =
    typeof iat === 'number' &&
    typeof exp === 'number' &&
    iat <= now + clockSkewSeconds &&
    exp >= now - clockSkewSeconds &&
    exp - iat <= maxLifetimeSeconds;
  return isTimely
    ? undefined
    : 'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.';
}

/** The token endpoint for service accounts: an access token for an assertion of valid form. */
export function answerTokenRequest(body: Buffer): Answer {
  const form = new URLSearchParams(body.toString());
  if (form.get('grant_type') !== grantType) return reject('unsupported_grant_type', `Invalid grant_type`);
  const assertion = parseJwt(form.get('assertion') ?? '');
  const fault = assertion ? assertionFault(assertion) : 'Invalid JWT: not a JWT.';
  if (fault) return reject('invalid_grant', fault);
  const access_token = `ya29.${randomBytes(24).toString('base64url')}`;
  return answer(200, { access_token, expires_in: 3_599, token_type: 'Bearer' });
}
