import { jwksKeys, publicKey, secretKey, type TokenIssuer } from '@herald/auth';
import type { HouseSettings } from './settings';

type AuthSettings = Pick<
  HouseSettings,
  'AUTH_JWKS_URL' | 'AUTH_PUBLIC_KEY' | 'AUTH_JWT_SECRET' | 'AUTH_ISSUER' | 'AUTH_AUDIENCE' | 'SERVICE_JWT_SECRET'
>;

/** Whose tokens are accepted: the authentication service's and, for calls among services, our own. */
export function tokenIssuers(settings: AuthSettings): TokenIssuer[] {
  const { AUTH_JWKS_URL, AUTH_PUBLIC_KEY, AUTH_JWT_SECRET, SERVICE_JWT_SECRET } = settings;
  const rules = { issuer: settings.AUTH_ISSUER, audience: settings.AUTH_AUDIENCE };
  const issuers: TokenIssuer[] = [];
  if (AUTH_JWKS_URL) issuers.push({ findKey: jwksKeys(AUTH_JWKS_URL), ...rules });
  if (AUTH_PUBLIC_KEY) issuers.push({ findKey: publicKey(AUTH_PUBLIC_KEY.replaceAll('\\n', '\n')), ...rules });
  if (AUTH_JWT_SECRET) issuers.push({ findKey: secretKey(AUTH_JWT_SECRET), ...rules });
  if (SERVICE_JWT_SECRET) issuers.push({ findKey: secretKey(SERVICE_JWT_SECRET) });
  return issuers;
}
