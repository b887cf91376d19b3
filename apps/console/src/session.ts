import { useSyncExternalStore } from 'react';

/** What a token says about its holder. Only the services verify it; here it decides what is shown. */
export type Session = {
  token: string;
  subject: string;
  companies: '*' | string[];
  scopes: '*' | string[];
  /** Milliseconds; undefined for a token that names no end. */
  expiresAt: number | undefined;
  /** Gives the token that follows this one, or undefined when the issuer ended the session. */
  renew?: (() => Promise<string | undefined>) | undefined;
};
/** Why the page has no session. */
export type Absence = 'new' | 'ended' | 'signed-out' | 'refused';

// In memory alone: a reload asks for the token again, and no other page or later visitor finds it.
let session: Session | undefined;
let absence: Absence = 'new';
let timer: ReturnType<typeof setTimeout> | undefined;
let renewing: Promise<void> | undefined;
const listeners = new Set<() => void>();
const renewBeforeMs = 60_000;
/** Longer waits overflow a timer. */
const maxTimerMs = 2_000_000_000;

/** Signs in with a token; false if it is none. */
export function signIn(token: string, renew?: Session['renew']): boolean {
  const next = sessionOf(token.trim());
  if (!next) return false;
  replace({ ...next, renew });
  return true;
}

/** Ends the session; the address stays as it is. */
export function endSession(why: Exclude<Absence, 'new'>): void {
  absence = why;
  replace(undefined);
}

/** The token for the next request, renewed where it ends soon and the issuer renews it. */
export async function currentToken(): Promise<string | undefined> {
  const { expiresAt = Infinity, renew } = session ?? {};
  if (renew && expiresAt - Date.now() < renewBeforeMs) await (renewing ??= renewNow(renew));
  return session?.token;
}

export const currentSession = (): Session | undefined => session;
export const useSession = (): Session | undefined => useSyncExternalStore(listen, () => session);
export const useAbsence = (): Absence => useSyncExternalStore(listen, () => absence);

export const holdsScope = (held: Session | undefined, scope: string): boolean =>
  held?.scopes === '*' || (held?.scopes.includes(scope) ?? false);

/** True if the session's token has the scope, such as `index:read`. */
export const useScope = (scope: string): boolean => holdsScope(useSession(), scope);

/** Takes the token from the fragment of the printed link, which no server sees, and removes it from the address. */
export function signInFromLink(): void {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return;
  history.replaceState(null, '', location.pathname + location.search);
  signIn(token);
}

/** Calls a listener at each sign-in and sign-out. */
export function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function replace(next: Session | undefined): void {
  session = next;
  watchExpiry();
  for (const listener of listeners) listener();
}

function watchExpiry(): void {
  clearTimeout(timer);
  if (session?.expiresAt === undefined || session.renew) return;
  const leftMs = Math.max(0, session.expiresAt - Date.now());
  timer = setTimeout(() => (leftMs > maxTimerMs ? watchExpiry() : endSession('ended')), Math.min(leftMs, maxTimerMs));
}

/** Nothing that is shown changes with the token, so no listener is called. */
async function renewNow(renew: () => Promise<string | undefined>): Promise<void> {
  try {
    const token = await renew().catch(() => undefined);
    const next = token && sessionOf(token);
    if (next && session) session = { ...next, renew };
    else endSession('ended');
  } finally {
    renewing = undefined;
  }
}

function sessionOf(token: string): Session | undefined {
  const claims = claimsOf(token);
  if (!claims) return undefined;
  const { sub, companies, scope, exp } = claims;
  const listed = Array.isArray(companies) ? companies.map(String) : [];
  const named = typeof scope === 'string' ? scope.split(' ') : [];
  return {
    token,
    subject: String(sub ?? ''),
    companies: companies === '*' ? '*' : listed,
    scopes: scope === '*' ? '*' : named,
    expiresAt: typeof exp === 'number' ? exp * 1000 : undefined,
  };
}

function claimsOf(token: string): Record<'sub' | 'companies' | 'scope' | 'exp', unknown> | undefined {
  try {
    const [, payload = ''] = token.split('.');
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === 'object' && claims !== null ? (claims as never) : undefined;
  } catch {
    return undefined;
  }
}
