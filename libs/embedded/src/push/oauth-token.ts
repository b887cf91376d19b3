import { randomBytes } from 'node:crypto';
import type { Answer } from './exchange';
import { readJwt, type Jwt } from './jwt';

const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const longestLife = 3_600;
const clockSkew = 300;

function answer(status: number, body: unknown): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify(body),
  };
}

function refused(error: string, error_description: string): Answer {
  return answer(400, { error, error_description });
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function faultOf({ header, claims, signature }: Jwt): string | undefined {
  const { iss, scope, aud, iat, exp } = claims;
  if (header.alg !== 'RS256' || signature.length < 128) return 'Invalid JWT Signature.';
  if (!isText(iss) || !isText(aud)) return 'Invalid JWT: iss and aud are required.';
  if (!isText(scope)) return 'Invalid JWT: scope is required.';
  const now = Date.now() / 1_000;
  const isTimely =
    typeof iat === 'number' &&
    typeof exp === 'number' &&
    iat <= now + clockSkew &&
    exp >= now - clockSkew &&
    exp - iat <= longestLife;
  return isTimely
    ? undefined
    : 'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.';
}

/** The token endpoint for service accounts: an access token for an assertion of the right form. */
export function answerTokenRequest(body: Buffer): Answer {
  const form = new URLSearchParams(body.toString());
  if (form.get('grant_type') !== grantType) return refused('unsupported_grant_type', `Invalid grant_type`);
  const assertion = readJwt(form.get('assertion') ?? '');
  const fault = assertion ? faultOf(assertion) : 'Invalid JWT: not a JWT.';
  if (fault) return refused('invalid_grant', fault);
  const access_token = `ya29.${randomBytes(24).toString('base64url')}`;
  return answer(200, { access_token, expires_in: 3_599, token_type: 'Bearer' });
}
