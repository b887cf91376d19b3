import { quotas } from '@herald/persistence';
import type { ServiceContext } from '@herald/service';
import { auditRecords } from './audit-record.model';
import type { AuditSettings } from './config';
import { matchCounter } from './count-matches';

export type AuditDeps = ReturnType<typeof auditDeps>;

export function auditDeps({ database, settings }: ServiceContext<AuditSettings>) {
  const AuditRecord = auditRecords.model(database);
  const quota = settings.AUDIT_QUOTA_RECORDS;
  return { AuditRecord, countMatches: matchCounter(AuditRecord), quotas: quotas(database), quota };
}
