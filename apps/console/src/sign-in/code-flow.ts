import * as oauth from 'oauth4webapi';
import type { Oidc } from './settings';

/** What must survive the way to the issuer and back; it opens nothing without the issuer's code. */
type Attempt = { state: string; verifier: string; nonce: string; address: string };
const attemptKey = 'herald-sign-in';
export const signedInPath = '/console/signed-in';
export const signedOutPath = '/console/signed-out';

export type Tokens = { access: string; id?: string | undefined; refresh?: string | undefined };

/** Goes to the issuer; afterwards the page shows the address. */
export async function beginSignIn(oidc: Oidc, address: string): Promise<void> {
  const server = await discover(oidc);
  const verifier = oauth.generateRandomCodeVerifier();
  const attempt = { state: oauth.generateRandomState(), nonce: oauth.generateRandomNonce(), verifier, address };
  sessionStorage.setItem(attemptKey, JSON.stringify(attempt satisfies Attempt));
  const asked = new URL(server.authorization_endpoint!);
  const parameters = {
    client_id: oidc.client_id,
    response_type: 'code',
    redirect_uri: location.origin + signedInPath,
    scope: oidc.scope,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...audienceOf(oidc),
    // Issuers give a refresh token only where the person consented to it.
    ...(oidc.scope.split(' ').includes('offline_access') ? { prompt: 'consent' } : {}),
  };
  for (const [name, value] of Object.entries(parameters)) asked.searchParams.set(name, value);
  location.assign(asked);
}

/** Takes the code from the address; undefined if this page did not ask for it. Throws what the issuer refused. */
export async function finishSignIn(oidc: Oidc): Promise<{ tokens: Tokens; address: string } | undefined> {
  const attempt = takeAttempt();
  if (!attempt) return undefined;
  const { server, client, options } = await clientOf(oidc);
  const parameters = oauth.validateAuthResponse(server, client, new URL(location.href), attempt.state);
  const redirect = location.origin + signedInPath;
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    redirect,
    attempt.verifier,
    options,
  );
  const result = await oauth.processAuthorizationCodeResponse(server, client, answer, {
    expectedNonce: attempt.nonce,
    requireIdToken: true,
  });
  return { tokens: tokensOf(result), address: attempt.address };
}

export async function refreshTokens(oidc: Oidc, { refresh, id }: Tokens): Promise<Tokens> {
  const { server, client, options } = await clientOf(oidc);
  const answer = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refresh!, options);
  const fresh = tokensOf(await oauth.processRefreshTokenResponse(server, client, answer));
  return { access: fresh.access, id: fresh.id ?? id, refresh: fresh.refresh ?? refresh };
}

/** Ends the session at the issuer too, where it offers that. */
export async function endAtIssuer(oidc: Oidc, { id }: Tokens): Promise<void> {
  const { end_session_endpoint } = await discover(oidc);
  const target = new URL(end_session_endpoint ?? signedOutPath, location.origin);
  if (end_session_endpoint) {
    target.searchParams.set('client_id', oidc.client_id);
    target.searchParams.set('post_logout_redirect_uri', location.origin + signedOutPath);
    if (id) target.searchParams.set('id_token_hint', id);
  }
  location.assign(target);
}

const isPlain = ({ issuer }: Oidc) => issuer.startsWith('http:');

async function discover(oidc: Oidc): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(oidc.issuer);
  const answer = await oauth.discoveryRequest(issuer, { [oauth.allowInsecureRequests]: isPlain(oidc) });
  return oauth.processDiscoveryResponse(issuer, answer);
}

async function clientOf(oidc: Oidc) {
  const client: oauth.Client = { client_id: oidc.client_id };
  const options = { additionalParameters: audienceOf(oidc), [oauth.allowInsecureRequests]: isPlain(oidc) };
  return { server: await discover(oidc), client, options };
}

/** The API that the token is for: issuers know it by one of two names. */
const audienceOf = ({ resource }: Oidc): Record<string, string> => (resource ? { resource, audience: resource } : {});

const tokensOf = ({ access_token, id_token, refresh_token }: oauth.TokenEndpointResponse): Tokens => ({
  access: access_token,
  id: id_token,
  refresh: refresh_token,
});

function takeAttempt(): Attempt | undefined {
  const stored = sessionStorage.getItem(attemptKey);
  sessionStorage.removeItem(attemptKey);
  return stored ? (JSON.parse(stored) as Attempt) : undefined;
}
