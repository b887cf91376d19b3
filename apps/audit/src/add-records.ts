import type { Caller } from '@herald/auth';
import { companyId, freeObject, text } from '@herald/envelopes';
import { counted, invalid, mustHold, route } from '@herald/http';
import Joi from 'joi';
import { sourceNames, transactionNames, type AuditRecord, type StoredRecord } from './audit-record.model';
import type { AuditDeps } from './deps';
import { foundBy } from './searchable';

type NewRecord = Omit<AuditRecord, 'created_at'> & { created_at?: Date; company_id?: string };

const scalar = () => Joi.alternatives(text(1024).allow(''), Joi.number(), Joi.boolean());
const each = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, scalar()]));
const freely = () => Joi.alternatives(text(10_000).allow(''), freeObject());

const newRecord = Joi.object<NewRecord>({
  company_id: companyId(),
  application: text().required(),
  audit_slug: text().allow(''),
  created_at: Joi.date().iso(),
  extra_data: freely(),
  location: freely(),
  platform: text().allow(''),
  type_audit: text().allow(''),
  source: Joi.object({ ...each(sourceNames), emulator: Joi.boolean(), sdk_version: freeObject() }),
  transaction: Joi.object(each(transactionNames)),
});

const mostRecords = 1_000;

export const addRecords = route('POST /audit/api/v1/audit', {
  summary: 'Append audit records: one, or up to a thousand',
  scope: 'audit:write',
  resource: 'Audit',
  noun: 'audit',
  body: Joi.alternatives<NewRecord | NewRecord[]>(newRecord, Joi.array().items(newRecord).min(1).max(mostRecords)),
  bodyLimit: 16 * 1024 * 1024,
  device: ({ body }) => [body as NewRecord | NewRecord[]].flat().map(({ source }) => String(source?.core_id)),
  returns: counted(201, 'Created'),
  errors: {},
  example: {
    body: {
      company_id: 1,
      application: 'wallet',
      type_audit: 'login',
      source: { os: 'android', core_id: 'demo-00' },
      transaction: { operation: 'login', result: 'ok' },
    },
  },
  async handle({ body, caller, note }, { AuditRecord }: AuditDeps) {
    const stored_at = new Date();
    const records = [body].flat().map(({ company_id, ...sent }): StoredRecord => {
      const record = { ...sent, created_at: sent.created_at ?? stored_at };
      return { ...record, company_id: ownerOf(company_id, caller), stored_at, found_by: foundBy(record) };
    });
    note({ company_id: records[0]!.company_id });
    // What came through the schema needs no second check by the model: half the time of a thousand records.
    await AuditRecord.collection.insertMany(records as never[]);
    return records.length;
  },
});

/** Whose record it is: as it says, or the token's only company. */
function ownerOf(sent: string | undefined, caller: Caller): string {
  if (sent !== undefined) mustHold(caller, sent);
  const owner = sent ?? (caller.companies !== '*' && caller.companies.length === 1 ? caller.companies[0] : undefined);
  if (owner === undefined) throw invalid({ errors: { company_id: ['is required'] } });
  return owner;
}
