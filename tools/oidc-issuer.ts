/**
 * An OpenID Connect issuer on this machine, to try and to test the console's sign-in: any name and password sign in.
 *
 *   npx tsx tools/oidc-issuer.ts <port> <address of Herald> [--seconds N] [--scope 'index:read …'] [--refresh]
 *
 * It prints the settings of Herald that go with it. Its keys live as long as the process.
 */
import { generateKeyPairSync } from 'node:crypto';
import { parseArgs } from 'node:util';
import Provider, { type Configuration } from 'oidc-provider';

const { values, positionals } = parseArgs({
  options: { seconds: { type: 'string' }, scope: { type: 'string' }, refresh: { type: 'boolean' } },
  allowPositionals: true,
});
const [port, herald] = positionals;
if (!port || !herald) throw new Error('Usage: tsx tools/oidc-issuer.ts <port> <address of Herald>');
const issuer = `http://127.0.0.1:${port}`;
const resource = 'urn:herald:api';
const scope = values.scope ?? 'index:read campaigns:read';
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

const configuration: Configuration = {
  clients: [
    {
      client_id: 'herald-console',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: [`${herald}/console/signed-in`],
      post_logout_redirect_uris: [`${herald}/console/signed-out`],
    },
  ],
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] },
  clientBasedCORS: (_context, origin) => origin === herald,
  findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
  extraTokenClaims: () => ({ companies: ['1'] }),
  features: {
    devInteractions: { enabled: true },
    rpInitiatedLogout: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: () => ({
        scope,
        audience: resource,
        accessTokenFormat: 'jwt',
        accessTokenTTL: Number(values.seconds ?? 3600),
      }),
    },
  },
};
const settings = {
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: 'herald-console',
  OIDC_RESOURCE: resource,
  OIDC_SCOPE: `openid ${values.refresh ? 'offline_access ' : ''}${scope}`,
  AUTH_JWKS_URL: `${issuer}/jwks`,
  AUTH_ISSUER: issuer,
  AUTH_AUDIENCE: resource,
};
const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'`);
new Provider(issuer, configuration).listen(Number(port), '127.0.0.1', () =>
  console.log([...lines, 'ready'].join('\n')),
);
