import { currentSession, endSession, signIn } from '../session';
import { currentIssuer, readIssuer, type Oidc } from './settings';
import type { Tokens } from './code-flow';

// The code of the flow is loaded only where an issuer is set.
const loadFlow = () => import('./code-flow');
let tokens: Tokens | undefined;

const home = '/console/';
const here = () => location.pathname + location.search;
const isAt = (path: string) => location.pathname === path;

/**
 * Signs in at the start of the page, unless a link did. True if the page may be shown; false while the browser is on
 * its way to the issuer.
 */
export async function signInAtStart(): Promise<boolean> {
  if (currentSession()) return true;
  const oidc = await readIssuer();
  if (!oidc) return true;
  const { signedInPath, signedOutPath } = await loadFlow();
  if (isAt(signedOutPath)) {
    history.replaceState(null, '', home);
    endSession('signed-out');
    return true;
  }
  if (isAt(signedInPath)) return arrive(oidc);
  await goToIssuer(here());
  return false;
}

/** Comes back from the issuer to the address that was asked for first. */
async function arrive(oidc: Oidc): Promise<boolean> {
  const { finishSignIn } = await loadFlow();
  try {
    const arrived = await finishSignIn(oidc);
    if (!arrived) {
      await goToIssuer(home);
      return false;
    }
    history.replaceState(null, '', arrived.address);
    acceptTokens(arrived.tokens);
  } catch (error) {
    history.replaceState(null, '', home);
    reason = error instanceof Error ? error.message : String(error);
    endSession('refused');
  }
  return true;
}

let reason = '';
/** Why the issuer, or its answer, was refused. */
export const refusal = (): string => reason;

export async function goToIssuer(address = here()): Promise<void> {
  const { beginSignIn } = await loadFlow();
  await beginSignIn(currentIssuer()!, address);
}

function acceptTokens(fresh: Tokens): void {
  tokens = fresh;
  if (!signIn(fresh.access, fresh.refresh ? renew : undefined)) throw new Error('The access token is not a JWT');
}

async function renew(): Promise<string | undefined> {
  const { refreshTokens } = await loadFlow();
  tokens = await refreshTokens(currentIssuer()!, tokens!);
  return tokens.access;
}

/** Signs out here and, where the session came from an issuer, there. */
export async function signOut(): Promise<void> {
  const [oidc, ended] = [currentIssuer(), tokens];
  tokens = undefined;
  endSession('signed-out');
  if (!oidc || !ended) return;
  const { endAtIssuer } = await loadFlow();
  await endAtIssuer(oidc, ended);
}
