import { randomUUID } from 'node:crypto';
import type { ServiceLogRecord } from '@herald/contracts';

/** A record of the service log as a service sends it. */
export const serviceLogRecord = (change: Partial<ServiceLogRecord> = {}): ServiceLogRecord => ({
  uuid: randomUUID(),
  service: 'company',
  resource: 'App',
  resource_id: '1',
  resource_id_2: '',
  operation: 'create',
  description: 'Create an app of a company',
  relevance: 'low',
  result: true,
  company_id: '1',
  user_id: 'ana',
  audit_id: '',
  created_at: '2026-01-05T10:00:00.000Z',
  ...change,
});
