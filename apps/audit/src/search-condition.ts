import type { Caller } from '@herald/auth';
import { momentsOf } from '@herald/http';
import type { HiddenName } from '@herald/subjects';
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

type SearchableName = (typeof searchableNames)[number];

/** Dates are indexed by day; the filter compares the exact moment. */
const day = (date: Date) => date.toISOString().slice(0, 10);

/** The key that every record has. */
const anyRecord = '';
export const companyKey = (id: string): string => `company_id=${id}`;

/** The keys that find a record: `name=value` of its company and of each searchable field that holds one value. */
export function keysOf(company_id: string, record: AuditRecord): string[] {
  const keys = [anyRecord, companyKey(company_id)];
  for (const [name, first, second] of searchablePaths) {
    const value = valueAt(record, first, second);
    if (value instanceof Date) keys.push(`${name}=${day(value)}`);
    else if (typeof value !== 'object' && value !== undefined) keys.push(`${name}=${String(value)}`);
  }
  return keys;
}

const searchablePaths = searchableNames.map((name) => {
  const [first, second] = name.split('.') as [keyof AuditRecord, string | undefined];
  return [name, first, second] as const;
});

function valueAt(record: AuditRecord, first: keyof AuditRecord, second: string | undefined): unknown {
  const value = record[first];
  return second === undefined ? value : (value as Record<string, unknown> | undefined)?.[second];
}

export type Search = Partial<Record<SearchableName, string | number | boolean>>;

export type SearchCondition = {
  /** A record matches if it has a key of each group. */
  groups: string[][];
  /** The exact moment of matching records; their keys have its day. */
  createdAt?: Date;
  /** What names blocked persons: records that bear it do not match. */
  hidden?: HiddenName[];
};

/** What a search looks for: all of its fields, within the caller's companies. */
export function searchCondition(
  { companies }: Pick<Caller, 'companies'>,
  { created_at, ...search }: Search,
): SearchCondition {
  const groups = Object.entries(search).map(([name, value]) => [`${name}=${String(value)}`]);
  if (companies !== '*') groups.push(companies.map(companyKey));
  if (created_at === undefined) return { groups: groups.length > 0 ? groups : [[anyRecord]] };
  const { first, last } = momentsOf(String(created_at))!;
  groups.push([`created_at=${day(first)}`]);
  return first.getTime() === last.getTime() ? { groups, createdAt: first } : { groups };
}
