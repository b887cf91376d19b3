import { json, list, named, object, optional, string, timestamp, type ObjectOf } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';

export const sourceNames = [
  'app_name',
  'bundle_id',
  'flavor_id',
  'carrier',
  'connection_name',
  'connection_type',
  'device_name',
  'emulator',
  'imsi',
  'latGeo',
  'lonGeo',
  'os',
  'os_version',
  'sdk_version',
  'core_id',
  'version_app',
  'version_code',
  'app_id',
] as const;
export const transactionNames = ['method', 'operation', 'result', 'timestamp', 'type'] as const;

const any = () => optional(json());

/** What applications did. A record is only appended; it never changes. */
export const auditRecords = record('audit_records', {
  fields: {
    application: string(),
    audit_slug: any(),
    created_at: timestamp(),
    extra_data: any(),
    location: any(),
    platform: any(),
    type_audit: any(),
    source: optional(object(named(sourceNames, any()))),
    transaction: optional(object(named(transactionNames, any()))),
  },
  internal: {
    company_id: string(),
    /** When the record arrived; `created_at` is the application's own time. */
    stored_at: timestamp(),
    /** `name=value` of its company and of every searchable field: one index finds a record by any of them. */
    found_by: list(string()),
  },
  indexes: [[{ company_id: 1, stored_at: -1 }], [{ stored_at: -1 }], [{ found_by: 1, stored_at: -1 }]],
});
export type AuditRecord = ObjectOf<typeof auditRecords.fields>;
export type StoredRecord = Stored<typeof auditRecords>;
