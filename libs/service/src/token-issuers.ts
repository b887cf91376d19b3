import { randomBytes } from 'node:crypto';
import { keyServer, publicKey, secretKey, serviceTokenIssuer, type FindKey, type TokenIssuer } from '@herald/auth';
import type { HouseSettings } from './settings';
import { StartError } from './start-error';

type AuthSettings = Pick<
  HouseSettings,
  | 'NODE_ENV'
  | 'AUTH_JWKS_URL'
  | 'AUTH_PUBLIC_KEY'
  | 'AUTH_JWT_SECRET'
  | 'AUTH_ISSUER'
  | 'AUTH_AUDIENCE'
  | 'SERVICE_JWT_SECRET'
  | 'SERVICE_JWT_SECRET_PREVIOUS'
>;

/** The issuers whose tokens are accepted: the authentication service and, for calls between services, our own. */
type TokenIssuers = { issuers: TokenIssuer[]; close(): void };

/** Reads the token settings; throws a StartError that names an invalid one. */
export function tokenIssuers(
  settings: AuthSettings,
  serviceSecrets: string[],
  onError: (error: unknown) => void,
): TokenIssuers {
  const { AUTH_JWKS_URL, AUTH_PUBLIC_KEY, AUTH_JWT_SECRET, AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience } = settings;
  const keys = AUTH_JWKS_URL ? keyServer(AUTH_JWKS_URL, { onError }) : undefined;
  const findKeys: FindKey[] = [];
  if (keys) findKeys.push(keys.findKey);
  if (AUTH_PUBLIC_KEY) findKeys.push(readPublicKey(AUTH_PUBLIC_KEY));
  if (AUTH_JWT_SECRET) findKeys.push(secretKey(AUTH_JWT_SECRET));
  const callers = findKeys.map((findKey) => ({ findKey, issuer, audience }));
  return { issuers: [...callers, ...serviceSecrets.map(serviceTokenIssuer)], close: () => keys?.close() };
}

/**
 * The secrets of calls between services: the first signs, all are accepted. A process that contains all services signs
 * with a random secret of its own, so that no token from outside the process is accepted as a service's.
 */
export function serviceSecrets(settings: AuthSettings, { isAlone }: { isAlone: boolean }): string[] {
  const { SERVICE_JWT_SECRET, SERVICE_JWT_SECRET_PREVIOUS } = settings;
  if (isAlone) return [randomBytes(32).toString('hex')];
  return [SERVICE_JWT_SECRET, SERVICE_JWT_SECRET_PREVIOUS].filter((secret) => secret !== undefined);
}

/** Throws a StartError for token settings that are unsafe or inconsistent. */
export function checkTokenSettings(settings: AuthSettings): void {
  const { NODE_ENV, AUTH_JWKS_URL, AUTH_PUBLIC_KEY, AUTH_JWT_SECRET } = settings;
  for (const name of ['SERVICE_JWT_SECRET', 'SERVICE_JWT_SECRET_PREVIOUS'] as const)
    if (AUTH_JWT_SECRET && settings[name] === AUTH_JWT_SECRET)
      throw new StartError(`${name} must differ from AUTH_JWT_SECRET: callers' tokens would be accepted as services'`);
  if (AUTH_PUBLIC_KEY) readPublicKey(AUTH_PUBLIC_KEY);
  if (AUTH_JWKS_URL) checkKeyServerUrl(AUTH_JWKS_URL, NODE_ENV === 'production');
}

function readPublicKey(setting: string): FindKey {
  try {
    return publicKey(setting.replaceAll('\\n', '\n'));
  } catch {
    throw new StartError('AUTH_PUBLIC_KEY: not the PEM of an RSA key of 2048 to 8192 bits or of a P-256 key');
  }
}

/** Keys over plain HTTP could be forged. Host names without a dot are hosts of a container network. */
function checkKeyServerUrl(setting: string, isProduction: boolean): void {
  const { protocol, hostname, username, password } = new URL(setting);
  if (username || password) throw new StartError('AUTH_JWKS_URL: an address with a user or password is not supported');
  const isLoopback = hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  const isSingleLabel = /^[a-z0-9_-]+$/i.test(hostname);
  if (isProduction && protocol !== 'https:' && !isLoopback && !isSingleLabel)
    throw new StartError(
      'AUTH_JWKS_URL: https is required in production, save for loopback and host names without a dot',
    );
}
