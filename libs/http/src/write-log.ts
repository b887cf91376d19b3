import { onlyCompany, type Caller } from '@herald/auth';
import type { ServiceLogged } from '@herald/envelopes';
import { companyOf } from './guard';
import type { CheckedInput, LogNote, Method, Route } from './route';

/** One write as the service log keeps it; the service adds who it is and when. */
export type WriteEntry = Omit<ServiceLogged, 'uuid' | 'service' | 'audit_id' | 'created_at'>;

export type Write = { caller: Caller; sent?: CheckedInput; note: LogNote; status: number; data?: unknown };

const operations: Record<Method, string> = {
  GET: 'read',
  POST: 'create',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
};

/** The log entry of a write, done or refused. Names and ids only: no body goes into the log. */
export function writeEntry(route: Route<never>, { caller, sent, note, status, data }: Write): WriteEntry {
  const result = status < 400;
  const record = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  return {
    resource: route.resource,
    resource_id: textOf(record.uuid ?? record.id ?? Object.values(sent?.params ?? {}).at(-1)),
    resource_id_2: '',
    operation: operations[route.method],
    description: route.summary,
    relevance: result ? 'low' : 'medium',
    result,
    company_id: (sent && companyOf(route, sent)) ?? textOf(record.company_id ?? onlyCompany(caller)),
    user_id: caller.subject,
    ...note,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
