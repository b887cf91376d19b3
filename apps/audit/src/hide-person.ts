import type { Update } from '@herald/persistence';
import { handleValues, type Subject } from '@herald/subjects';
import type { StoredRecord } from './audit-record.model';
import { searchableNames } from './search-condition';

/** What a source says of the device's place, owner and network: all else tells of the application. */
const personalSource = ['device_name', 'imsi', 'latGeo', 'lonGeo', 'connection_name', 'carrier'];

type Hash = (value: string) => string;

/** The keys of records that name the person in any searchable field. */
export const keysOfSubject = (subject: Subject): string[] => keysOfNames(handleValues(subject));

export function keysOfNames(values: string[]): string[] {
  const names = searchableNames.filter((name) => name !== 'created_at' && name !== 'application');
  return names.flatMap((name) => values.map((value) => `${name}=${value}`));
}

/** The record as it stays, and the update that makes it so: what happened, without the person. */
export function hidePerson(
  { extra_data: _extra, location: _location, ...record }: StoredRecord,
  subject: Subject,
  hash: Hash,
) {
  const values = new Set(handleValues(subject));
  const hide = (value: unknown) => (typeof value === 'string' && values.has(value) ? hash(value) : value);
  const { audit_slug, source, transaction } = record;
  const shown = {
    ...(audit_slug === undefined ? {} : { audit_slug: hide(audit_slug) }),
    ...(source === undefined ? {} : { source: hideSource(source, hash) }),
    ...(transaction === undefined ? {} : { transaction: mapValues(transaction, hide) }),
  };
  // The company stays as it is: a `$set` must not be empty.
  const $set = { ...shown, company_id: record.company_id };
  const update = { $set, $unset: { extra_data: 1, location: 1 } } as Update<StoredRecord>['update'];
  return { hidden: { ...record, ...shown } as StoredRecord, update };
}

const mapValues = (fields: object, map: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, map(value)]));

function hideSource(source: object, hash: Hash): object {
  const kept = Object.entries(source).filter(([name]) => !personalSource.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, name === 'core_id' ? hash(String(value)) : value]));
}
