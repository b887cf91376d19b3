import { sign } from 'jsonwebtoken';

export type TokenRequest = {
  subject: string;
  companies: '*' | (string | number)[];
  scope: string;
  coreId?: string;
  dni?: string;
  seconds: number;
  issuer?: string;
  audience?: string;
};

/** Signs a token with a shared secret: development tokens and calls from service to service. */
export function signToken(
  secret: string,
  { subject, companies, scope, coreId, dni, seconds, ...rest }: TokenRequest,
): string {
  const claims = { sub: subject, companies, scope, ...(coreId ? { core_id: coreId } : {}), ...(dni ? { dni } : {}) };
  const registered = {
    ...(rest.issuer ? { issuer: rest.issuer } : {}),
    ...(rest.audience ? { audience: rest.audience } : {}),
  };
  return sign(claims, secret, { algorithm: 'HS256', expiresIn: seconds, ...registered });
}
