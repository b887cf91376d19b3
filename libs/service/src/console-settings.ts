import { object, optional, string, withDefault, type TypeOf } from '@herald/contracts';
import { StartError } from './start-error';

/** How the console's page signs in: with an OpenID Connect issuer, or with a pasted token where there is none. */
export type ConsoleSettings = {
  oidc: { issuer: string; client_id: string; scope: string; resource: string } | null;
};

/** Settings of the process that serves the console, by the names of environment variables. */
export const consoleEnv = object({
  NODE_ENV: optional(string()),
  OIDC_ISSUER: optional(string().uri({ scheme: ['http', 'https'] })),
  OIDC_CLIENT_ID: optional(string()),
  OIDC_SCOPE: withDefault(string(), 'openid'),
  OIDC_RESOURCE: optional(string().uri()),
}).and('OIDC_ISSUER', 'OIDC_CLIENT_ID');

export function consoleSettingsOf(env: TypeOf<typeof consoleEnv>): ConsoleSettings {
  const { NODE_ENV, OIDC_ISSUER: issuer, OIDC_CLIENT_ID, OIDC_SCOPE: scope, OIDC_RESOURCE: resource = '' } = env;
  if (!issuer) return { oidc: null };
  const { protocol, hostname } = new URL(issuer);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  // Over plain HTTP the code and the token could be read on their way to the browser.
  if (NODE_ENV === 'production' && protocol !== 'https:' && !isLoopback)
    throw new StartError('OIDC_ISSUER: https is required in production, save for loopback');
  return { oidc: { issuer, client_id: OIDC_CLIENT_ID!, scope, resource } };
}
