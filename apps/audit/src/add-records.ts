import { onlyCompany, type Caller } from '@herald/auth';
import { companyId, freeObject, text } from '@herald/envelopes';
import { counted, invalid, mustHold, route } from '@herald/http';
import { duplicateKeys } from '@herald/persistence';
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
  idempotent: true,
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
  async handle({ body, caller, note, uuid }, deps: AuditDeps) {
    const stored_at = new Date();
    const records = [body].flat().map(({ company_id, ...sent }, at): WithId => {
      const record = { ...sent, created_at: sent.created_at ?? stored_at };
      const owner = ownerOf(company_id, caller);
      return {
        _id: `${uuid}-${String(at).padStart(3, '0')}`,
        ...record,
        company_id: owner,
        stored_at,
        found_by: foundBy(owner, record),
      };
    });
    note({ company_id: records[0]!.company_id });
    await takeQuotas(records, deps);
    await append(records, deps.AuditRecord);
    return records.length;
  },
});

type WithId = StoredRecord & { _id: string };

/** Each company of a request needs room for its records; a refusal gives back what others were given. */
async function takeQuotas(records: WithId[], { AuditRecord, quotas, quota }: AuditDeps): Promise<void> {
  const amounts = new Map<string, number>();
  for (const { company_id } of records) amounts.set(company_id, (amounts.get(company_id) ?? 0) + 1);
  const taken: [string, number][] = [];
  for (const [owner, amount] of amounts) {
    const measure = async () => AuditRecord.countDocuments({ company_id: owner });
    if (await quotas.take({ owner, amount, quota, measure })) taken.push([owner, amount]);
    else {
      await Promise.all(taken.map(([given, count]) => quotas.giveBack(given, count)));
      throw invalid({ errors: { company_id: ['has used up its quota of audit records'] } });
    }
  }
}

/**
 * Stores records in two halves at once: half the time, since indexing them is what costs. Their ids are those of the request, so
 * that a repeat with its Idempotency-Key finishes what a failure in between left half done.
 */
async function append(records: WithId[], { collection }: AuditDeps['AuditRecord']): Promise<void> {
  const middle = Math.ceil(records.length / 2);
  const halves = [records.slice(0, middle), records.slice(middle)].filter(({ length }) => length > 0);
  // What came through the schema needs no second check by the model.
  const inserts = halves.map((half) => collection.insertMany(half as never[], { ordered: false }).catch(unlessThere));
  await Promise.all(inserts);
}

function unlessThere(error: unknown): void {
  if (!duplicateKeys(error)) throw error;
}

/** Whose record it is: as it says, or the token's only company. */
function ownerOf(sent: string | undefined, caller: Caller): string {
  if (sent !== undefined) mustHold(caller, sent);
  const owner = sent ?? onlyCompany(caller);
  if (owner === undefined) throw invalid({ errors: { company_id: ['is required'] } });
  return owner;
}
