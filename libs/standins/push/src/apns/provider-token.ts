import type { Connection } from '../server/handler';
import { parseJwt } from '../simulation/jwt';

type TokenFault =
  'MissingProviderToken' | 'InvalidProviderToken' | 'ExpiredProviderToken' | 'TooManyProviderTokenUpdates';

const maxLifetimeSeconds = 3_600;
const clockSkewSeconds = 60;
const minUpdateIntervalMs = 20 * 60_000;
const signatureBytes = 64;

/** When a provider token was issued, in seconds; undefined if its form is not valid. */
function issuedAt(authorization: string): number | undefined {
  const jwt = parseJwt(authorization.slice('bearer '.length).trim());
  if (!jwt || jwt.signature.length !== signatureBytes) return undefined;
  const { alg, kid } = jwt.header;
  const { iss, iat } = jwt.claims;
  const isComplete = alg === 'ES256' && typeof kid === 'string' && kid && typeof iss === 'string' && iss;
  return isComplete && typeof iat === 'number' && iat <= Date.now() / 1_000 + clockSkewSeconds ? iat : undefined;
}

/**
 * APNs' reason to reject the provider token of a request. A connection may change its token every 20 minutes;
 * `onEarlyUpdate` decides whether an earlier change is rejected.
 */
export function providerTokenFault(
  authorization: string | undefined,
  connection: Connection,
  onEarlyUpdate: () => boolean,
): TokenFault | undefined {
  if (!authorization || !/^bearer /i.test(authorization)) return 'MissingProviderToken';
  if (authorization !== connection.authorization) {
    const issued = issuedAt(authorization);
    if (issued === undefined) return 'InvalidProviderToken';
    const now = Date.now();
    const isEarly = connection.authorizedSince !== undefined && now - connection.authorizedSince < minUpdateIntervalMs;
    if (isEarly && onEarlyUpdate()) return 'TooManyProviderTokenUpdates';
    Object.assign(connection, { authorization, issuedAt: issued, authorizedSince: now });
  }
  const age = Date.now() / 1_000 - (connection.issuedAt ?? 0);
  return age > maxLifetimeSeconds ? 'ExpiredProviderToken' : undefined;
}
