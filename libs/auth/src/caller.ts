import { normalDni } from '@herald/contracts';

/** The caller according to the token. Company ids are text. */
export type Caller = {
  /** That of a caller never begins with `service:`. */
  subject: string;
  companies: '*' | readonly string[];
  scopes: '*' | ReadonlySet<string>;
  /** Set on a device's own token: the only device that it authorizes. */
  coreId?: string;
  /** The national identity number of the token's holder, proven by the issuer. */
  dni?: string;
  /** One of our services, by the key that signed the token. */
  isService?: true;
};

/** True when the token holds the company. */
export function holdsCompany({ companies }: Caller, companyId: string): boolean {
  return companies === '*' || companies.includes(companyId);
}

/** True when the token holds the scope. */
export function holdsScope({ scopes }: Caller, scope: string): boolean {
  return scopes === '*' || scopes.has(scope);
}

/** The caller of a verified token's claims; undefined for malformed claims. */
export function callerFrom(claims: unknown): Caller | undefined {
  if (typeof claims !== 'object' || claims === null) return undefined;
  const { sub, companies, scope, core_id, dni } = claims as Record<string, unknown>;
  const held = companiesFrom(companies);
  const device = deviceFrom(core_id, dni);
  if (typeof sub !== 'string' || sub === '' || !held || typeof scope !== 'string' || !device) return undefined;
  const scopes = scope === '*' ? '*' : new Set(scope.split(' ').filter(Boolean));
  return { subject: sub, companies: held, scopes, ...device };
}

/** Undefined when a claim is malformed. */
function deviceFrom(coreId: unknown, dni: unknown): Pick<Caller, 'coreId' | 'dni'> | undefined {
  if (coreId !== undefined && (typeof coreId !== 'string' || coreId === '')) return undefined;
  if (dni !== undefined && (typeof dni !== 'string' || normalDni(dni) === '')) return undefined;
  return { ...(coreId === undefined ? {} : { coreId }), ...(dni === undefined ? {} : { dni }) };
}

function companiesFrom(claim: unknown): Caller['companies'] | undefined {
  if (claim === '*') return '*';
  if (!Array.isArray(claim)) return undefined;
  const isId = (id: unknown) => typeof id === 'string' || Number.isSafeInteger(id);
  return claim.every(isId) ? claim.map(String) : undefined;
}

/** The company of a caller that holds exactly one. */
export function onlyCompany({ companies }: Caller): string | undefined {
  return companies !== '*' && companies.length === 1 ? companies[0] : undefined;
}
