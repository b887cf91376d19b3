import type { ServiceContext } from '@herald/service';
import { auditRecordModel } from './audit-record.model';
import { matchCounter } from './count-matches';

export type AuditDeps = ReturnType<typeof auditDeps>;

export function auditDeps({ database }: ServiceContext<object>) {
  const AuditRecord = auditRecordModel(database);
  return { AuditRecord, countMatches: matchCounter(AuditRecord) };
}
