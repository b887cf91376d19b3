import type { Caller } from '@herald/auth';
import { momentsOf } from '@herald/http';
import type { AuditRecord } from './audit-record.model';

/** The fields that a search may name. */
export const searchableNames = [
  'application',
  'audit_slug',
  'created_at',
  'extra_data',
  'location',
  'platform',
  'type_audit',
  'source.app_name',
  'source.bundle_id',
  'source.connection_name',
  'source.connection_type',
  'source.device_name',
  'source.imsi',
  'source.latGeo',
  'source.lonGeo',
  'source.os',
  'source.os_version',
  'source.core_id',
  'transaction.method',
  'transaction.operation',
  'transaction.result',
  'transaction.timestamp',
  'transaction.type',
] as const;

export type SearchableName = (typeof searchableNames)[number];

/** Dates are indexed by day; the filter compares the exact moment. */
const day = (date: Date) => date.toISOString().slice(0, 10);

/** The keys that find a record: `name=value` of its company and of each searchable field that holds one value. */
export function foundBy(company_id: string, record: AuditRecord): string[] {
  const keys = searchableNames.flatMap((name) => {
    const value = valueOf(record, name);
    if (value instanceof Date) return [`${name}=${day(value)}`];
    return ['string', 'number', 'boolean'].includes(typeof value) ? [`${name}=${String(value)}`] : [];
  });
  return [companyKey(company_id), ...keys];
}

const companyKey = (id: string) => `company_id=${id}`;

function valueOf(record: AuditRecord, name: SearchableName): unknown {
  const [first, second] = name.split('.') as [keyof AuditRecord, string | undefined];
  const value = record[first];
  return second === undefined ? value : (value as Record<string, unknown> | undefined)?.[second];
}

export type Search = Partial<Record<SearchableName, string | number | boolean>>;

/** The filter of a search: all of its fields, within the caller's companies. */
export function searchCondition({ companies }: Pick<Caller, 'companies'>, { created_at, ...search }: Search) {
  const keys = Object.entries(search).map(([name, value]) => `${name}=${String(value)}`);
  const conditions: Record<string, unknown>[] = [];
  if (created_at !== undefined) {
    const { first, last } = momentsOf(String(created_at))!;
    keys.push(`created_at=${day(first)}`);
    if (first.getTime() === last.getTime()) conditions.push({ created_at: first });
  }
  if (companies !== '*' && companies.length === 1) keys.push(companyKey(companies[0]!));
  else if (companies !== '*') conditions.push({ found_by: { $in: companies.map(companyKey) } });
  if (keys.length > 0) conditions.push({ found_by: keys.length === 1 ? keys[0] : { $all: keys } });
  return conditions.length > 1 ? { $and: conditions } : (conditions[0] ?? {});
}
