import { json, named, object, optional, string, timestamp, type ObjectOf } from '@herald/contracts';
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
    /** Its block, the request that appended it, and its position there. */
    _id: string(),
    company_id: string(),
    /** When the record arrived; `created_at` is the application's own time. */
    stored_at: timestamp(),
  },
  personal: ['audit_slug', 'extra_data', 'location', 'source', 'transaction'],
  impersonal: ['_id', 'application', 'company_id', 'created_at', 'platform', 'type_audit', 'stored_at'],
  shardKey: ['_id'],
});
export type AuditRecord = ObjectOf<typeof auditRecords.fields>;
export type StoredRecord = Stored<typeof auditRecords>;

export const recordId = (block: string, position: number): string => `${block}-${String(position).padStart(3, '0')}`;

/** The id of a block that no repeat of a request completes later. */
export const openBlock = (uuid: string): string => `${uuid}.`;
export const isOpenBlock = (block: string): boolean => block.endsWith('.');

/** The id of the block that open blocks are merged into; it follows the last of them. */
export const mergedBlock = (lastOpen: string): string => `${lastOpen.slice(0, -1)}~`;

/** The block and the position of a record. */
export function placeOf(id: string): { block: string; position: number } {
  const end = id.lastIndexOf('-');
  return { block: id.slice(0, end), position: Number(id.slice(end + 1)) };
}

/** Ids of blocks are UUIDs of version 7, which begin with their time in milliseconds. */
export function firstBlockAt(ms: number): string {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}`;
}

/** The time with which the id of a block begins. */
export const timeOf = (block: string): number => parseInt(block.slice(0, 8) + block.slice(9, 13), 16);
