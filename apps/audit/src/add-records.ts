import { onlyCompany, type Caller } from '@herald/auth';
import {
  anyOf,
  boolean,
  companyId,
  dateTime,
  freeObject,
  list,
  named,
  number,
  object,
  optional,
  text,
} from '@herald/contracts';
import { counted, invalid, jsonBody, assertHoldsCompany, route } from '@herald/http';
import { insertMissing } from '@herald/persistence';
import { sourceNames, transactionNames, type StoredRecord } from './audit-record.model';
import type { AuditDeps } from './deps';
import { foundBy } from './search-condition';

const scalar = () => anyOf(text(1024).allow(''), number(), boolean());
const freeValue = () => optional(anyOf(text(10_000).allow(''), freeObject()));
const optionalText = () => optional(text().allow(''));

const newRecord = object({
  company_id: optional(companyId()),
  application: text(),
  audit_slug: optionalText(),
  created_at: optional(dateTime()),
  extra_data: freeValue(),
  location: freeValue(),
  platform: optionalText(),
  type_audit: optionalText(),
  source: optional(
    object({
      ...named(sourceNames, optional(scalar())),
      emulator: optional(boolean()),
      sdk_version: optional(freeObject()),
    }),
  ),
  transaction: optional(object(named(transactionNames, optional(scalar())))),
});

const maxRecords = 1_000;
const maxBytes = 16 * 1024 * 1024;

export const addRecords = route('POST /audit/api/v1/audit', {
  summary: 'Append audit records',
  description: 'One record, or a list of up to a thousand.',
  scope: 'audit:write',
  resource: 'Audit',
  body: jsonBody(anyOf(newRecord, list(newRecord).min(1).max(maxRecords)), { maxBytes }),
  device: ({ body }) => [body].flat().map(({ source }) => String(source?.core_id)),
  idempotent: true,
  returns: counted(201, 'Created', { envelopeKey: 'audit' }),
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
    await append(records, deps);
    return records.length;
  },
});

type WithId = StoredRecord & { _id: string };

/** Every company of a request needs room in its quota; a refusal returns what other companies took. */
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
 * Stores records in two concurrent halves, which takes half the time because indexing dominates. Their ids follow from
 * the request, so that a repeat with its Idempotency-Key completes what a failure left incomplete.
 */
async function append(records: WithId[], { AuditRecord }: AuditDeps): Promise<void> {
  const middle = Math.ceil(records.length / 2);
  const halves = [records.slice(0, middle), records.slice(middle)].filter(({ length }) => length > 0);
  await Promise.all(halves.map((half) => insertMissing(AuditRecord, half)));
}

/** The company of a record: the one it names, or the token's only one. */
function ownerOf(sent: string | undefined, caller: Caller): string {
  if (sent !== undefined) assertHoldsCompany(caller, sent);
  const owner = sent ?? onlyCompany(caller);
  if (owner === undefined) throw invalid({ errors: { company_id: ['is required'] } });
  return owner;
}
