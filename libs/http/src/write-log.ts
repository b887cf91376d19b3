import { holdsCompany, type Caller } from '@herald/auth';
import { companyId, type ServiceLogRecord } from '@herald/contracts';
import { companyOf } from './authorize';
import type { AppContext } from './context';
import type { Progress } from './request-in-flight';
import { isWrite, type CheckedInput, type LogNote, type Method, type Route } from './route';
import type { Outcome } from './to-outcome';

/** One write, or a logged read, for the service log; the service adds its name and the time. */
export type WriteEntry = Omit<ServiceLogRecord, 'uuid' | 'service' | 'audit_id' | 'created_at' | 'count'>;

type Write = { caller: Caller; sent?: CheckedInput; note: LogNote; status: number; data?: unknown };

const operations: Record<Method, string> = {
  GET: 'read',
  POST: 'create',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
};
const maxLength = 256;

/** Logs the route's writes, successful or refused, and its logged reads; not a replay, nor a write without effect. */
export function writeLogger(route: Route<never>, { onWrite }: AppContext<never>) {
  return async ({ caller, sent, note }: Progress, { status, data, replayed }: Outcome): Promise<void> => {
    if (!caller || replayed || note.isUnchanged) return;
    if (isWrite(route) || isLoggedRead(route, { caller, status, data }))
      await onWrite(writeEntry(route, { caller, sent, note, status, data }));
  };
}

/**
 * A read of what is known of one person or device, by an operator: after a breach it tells whose data was seen. Devices
 * read their own data, and services read on behalf of others. Nothing was seen by a refused read or an empty answer.
 */
function isLoggedRead(
  { logsReads }: Pick<Route<never>, 'logsReads'>,
  { caller, status, data }: Pick<Write, 'caller' | 'status' | 'data'>,
): boolean {
  if (!logsReads || status >= 400 || (Array.isArray(data) && data.length === 0)) return false;
  return caller.coreId === undefined && !caller.isService;
}

/** The log entry of a write, successful or refused. Only names and ids: no body goes into the log. */
function writeEntry(route: Route<never>, { caller, sent, note, status, data }: Write): WriteEntry {
  const result = status < 400;
  const record = Object(data) as Record<string, unknown>;
  const param = Object.values(sent?.params ?? {}).at(-1);
  const named = sent && companyOf(route, sent);
  return {
    resource: route.resource.success,
    resource_id: cut(note.resource_id ?? (route.logsReads ? param : (record.uuid ?? record.id ?? param))),
    resource_id_2: cut(note.resource_id_2),
    operation: operations[route.method],
    description: cut(note.description ?? route.summary),
    relevance: result ? 'low' : 'medium',
    result,
    company_id: cut(note.company_id ?? record.company_id ?? companyFor(caller, named)),
    user_id: cut(caller.subject),
  };
}

const companyIdSchema = companyId();

/**
 * The company that a request names if the caller holds it, else the caller's own: no entry in another company's log.
 */
function companyFor(caller: Caller, named: unknown): string | undefined {
  const { value, error } = companyIdSchema.validate(named);
  if (!error && value !== undefined && holdsCompany(caller, String(value))) return String(value);
  return caller.companies === '*' ? undefined : caller.companies[0];
}

/** Callers choose some of these texts: their stored and indexed length is bounded. */
function cut(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, maxLength) : '';
}
