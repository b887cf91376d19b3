import type { Connection } from './exchange';
import { readJwt } from './jwt';

export type TokenFault =
  'MissingProviderToken' | 'InvalidProviderToken' | 'ExpiredProviderToken' | 'TooManyProviderTokenUpdates';

const longestLife = 3_600;
const clockSkew = 60;
const updateInterval = 20 * 60_000;
const signatureLength = 64;

/** When a provider token was issued, in seconds; undefined when it has not the form of one. */
function issuedAt(authorization: string): number | undefined {
  const jwt = readJwt(authorization.slice('bearer '.length).trim());
  if (!jwt || jwt.signature.length !== signatureLength) return undefined;
  const { alg, kid } = jwt.header;
  const { iss, iat } = jwt.claims;
  const isComplete = alg === 'ES256' && typeof kid === 'string' && kid && typeof iss === 'string' && iss;
  return isComplete && typeof iat === 'number' && iat <= Date.now() / 1_000 + clockSkew ? iat : undefined;
}

/** What is wrong with the provider token of a request; `onEarlyUpdate` says whether a hasty new one is refused. */
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
    const isEarly = connection.authorizedSince !== undefined && now - connection.authorizedSince < updateInterval;
    if (isEarly && onEarlyUpdate()) return 'TooManyProviderTokenUpdates';
    Object.assign(connection, { authorization, issuedAt: issued, authorizedSince: now });
  }
  const age = Date.now() / 1_000 - (connection.issuedAt ?? 0);
  return age > longestLife ? 'ExpiredProviderToken' : undefined;
}
