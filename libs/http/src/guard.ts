import { holdsCompany, holdsScope, type Arrival, type Caller, type VerifyToken } from '@herald/auth';
import { forbidden, unauthorized } from './errors';
import type { CheckedInput, Route } from './route';

/** The caller of a bearer token, or 401. */
export async function authenticate(arrival: Arrival, verify: VerifyToken): Promise<Caller> {
  const token = /^Bearer +([\w.~+/=-]+)$/i.exec(arrival.headers.authorization ?? '')?.[1];
  const caller = token && (await verify(token, arrival));
  if (!caller) throw unauthorized();
  return caller;
}

/** Refuses callers that may not use the route at all. */
export function authorize(caller: Caller, { scope, device }: Route<never>): void {
  if (!holdsScope(caller, scope)) throw forbidden();
  if (caller.coreId !== undefined && !device) throw forbidden();
}

/** Refuses a request for a company or a device that the token does not hold. */
export function authorizeInput(caller: Caller, route: Route<never>, input: CheckedInput): void {
  const company = companyOf(route, input);
  if (company !== undefined && !holdsCompany(caller, company)) throw forbidden();
  if (caller.coreId === undefined || !route.device) return;
  const spokenFor = [route.device(input)].flat();
  if (spokenFor.length === 0 || spokenFor.some((coreId) => coreId !== caller.coreId)) throw forbidden();
}

/** The company a request names, where its route says it does. */
export function companyOf({ company }: Route<never>, input: CheckedInput): string | undefined {
  if (!company) return undefined;
  const [place, name] = company.split('.') as [keyof CheckedInput, string];
  const value = (input[place] as Record<string, unknown> | undefined)?.[name];
  return value === undefined ? undefined : String(value);
}

/** Refuses with 403 a company that the token does not hold, where no route option can say where it stands. */
export function mustHold(caller: Caller, companyId: string): void {
  if (!holdsCompany(caller, companyId)) throw forbidden();
}
