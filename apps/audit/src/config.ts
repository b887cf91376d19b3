import Joi from 'joi';

export type AuditSettings = { AUDIT_QUOTA_RECORDS: number };

export const config = Joi.object<AuditSettings, true>({
  AUDIT_QUOTA_RECORDS: Joi.number().integer().min(0).default(100_000_000),
});
