import { integer, object, withDefault, type TypeOf } from '@herald/contracts';

export const config = object({ AUDIT_QUOTA_RECORDS: withDefault(integer().min(0), 100_000_000) });
export type AuditSettings = TypeOf<typeof config>;
