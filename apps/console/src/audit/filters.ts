import type { Texts } from '../language/en';
import type { FilterField } from '../parts/filter-chips';
import { namedFilters } from '../parts/record-search';

const names = [
  'application',
  'type_audit',
  'audit_slug',
  'platform',
  'source.core_id',
  'source.bundle_id',
  'source.os',
  'source.os_version',
  'source.device_name',
  'transaction.operation',
  'transaction.method',
  'transaction.result',
] as const;

export const parseAuditSearch = namedFilters([...names, 'created_at']);

export const auditFields = ({ auditScreen }: Texts): FilterField[] => [
  ...names.map((name) => ({ name, label: auditScreen.fields[name], isSingle: true })),
  { name: 'created_at', label: auditScreen.day, kind: 'day', isSingle: true },
];
