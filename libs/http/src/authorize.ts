import { holdsCompany, holdsScope, type Arrival, type Caller, type VerifyToken } from '@herald/auth';
import type { Request } from 'express';
import type { AppContext } from './context';
import { forbidden, unauthorized } from './errors';
import type { CheckedInput, Route } from './route';

/** The caller of a request: a guard's, or the bearer of its token; throws 401. */
export async function authenticateRequest(
  req: Request,
  route: Route<never>,
  { service, deps, verify }: AppContext<never>,
): Promise<Caller> {
  const sent = { params: req.params as Record<string, string>, query: req.query, body: undefined };
  for (const guard of route.guards) {
    const caller = guard.authenticate?.(sent, deps);
    if (caller) return caller;
  }
  return authenticateToken({ service, headers: req.headers }, verify);
}

async function authenticateToken(arrival: Arrival, verify: VerifyToken): Promise<Caller> {
  const token = /^Bearer +([\w.~+/=-]+)$/i.exec(arrival.headers.authorization ?? '')?.[1];
  const caller = token && (await verify(token, arrival));
  if (!caller) throw unauthorized();
  return caller;
}

/** Throws 403 for a caller that may not use the route at all. */
export function authorize(caller: Caller, { scope, device }: Route<never>): void {
  if (!holdsScope(caller, scope)) throw forbidden();
  if (caller.coreId !== undefined && !device) throw forbidden();
}

/** Throws 403 for a company or a device that the token does not hold. */
export function authorizeInput(caller: Caller, route: Route<never>, input: CheckedInput): void {
  const company = companyOf(route, input);
  if (company !== undefined && !holdsCompany(caller, String(company))) throw forbidden();
  if (caller.coreId === undefined || !route.device) return;
  const spokenFor = [route.device(input)].flat();
  if (spokenFor.length === 0 || spokenFor.some((coreId) => coreId !== caller.coreId)) throw forbidden();
}

/** The value where the request names its company; before validation it may be anything. */
export function companyOf({ company }: Route<never>, input: CheckedInput): unknown {
  if (!company) return undefined;
  const [place, name] = company.split('.') as [keyof CheckedInput, string];
  return (input[place] as Record<string, unknown> | null | undefined)?.[name];
}

/** Throws 403 for a company that the token does not hold; for routes whose `company` option cannot name its place. */
export function assertHoldsCompany(caller: Caller, companyId: string): void {
  if (!holdsCompany(caller, companyId)) throw forbidden();
}
