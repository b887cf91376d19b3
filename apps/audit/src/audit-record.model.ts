import { timestamp } from '@herald/envelopes';
import { shape } from '@herald/http';
import { asItCame, collection } from '@herald/persistence';
import Joi from 'joi';

export type AuditRecord = {
  application: string;
  audit_slug?: string;
  created_at: Date;
  extra_data?: unknown;
  location?: unknown;
  platform?: string;
  type_audit?: string;
  source?: Record<string, unknown>;
  transaction?: Record<string, unknown>;
};

/** A record as it is stored: whose it is, when it came, and what it is found by. */
export type StoredRecord = AuditRecord & {
  company_id: string;
  stored_at: Date;
  /** `name=value` of its company and of every searchable field: one index finds a record by any of them. */
  found_by: string[];
};

export const auditRecordModel = collection<StoredRecord>('audit_records', {
  fields: {
    company_id: String,
    stored_at: Date,
    found_by: [String],
    application: String,
    audit_slug: String,
    created_at: Date,
    extra_data: asItCame,
    location: asItCame,
    platform: String,
    type_audit: String,
    source: asItCame,
    transaction: asItCame,
  },
  indexes: [[{ company_id: 1, stored_at: -1 }], [{ stored_at: -1 }], [{ found_by: 1, stored_at: -1 }]],
});

const any = () => Joi.any().optional();
const optional = (...names: string[]) => Object.fromEntries(names.map((name) => [name, any()]));

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

export const auditRecordShape = shape({
  application: Joi.string(),
  audit_slug: any(),
  created_at: timestamp(),
  extra_data: any(),
  location: any(),
  platform: any(),
  type_audit: any(),
  source: Joi.object(optional(...sourceNames)).optional(),
  transaction: Joi.object(optional(...transactionNames)).optional(),
});

/** A record as answers show it. */
export function toAuditRecord({ application, audit_slug, created_at, ...record }: StoredRecord): AuditRecord {
  const { extra_data, location, platform, type_audit, source, transaction } = record;
  return { application, audit_slug, created_at, extra_data, location, platform, type_audit, source, transaction };
}
