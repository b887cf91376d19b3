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
import { appendRecords, type NewRecord } from './append-records';
import { sourceNames, transactionNames } from './audit-record.model';
import type { AuditDeps } from './deps';
import { companyKey } from './search-condition';

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
  async handle({ body, caller, note, uuid, isRepeatable }, deps: AuditDeps) {
    const stored_at = new Date();
    const records = [body].flat().map(({ company_id, ...sent }) => ({
      ...sent,
      created_at: sent.created_at ?? stored_at,
      company_id: ownerOf(company_id, caller),
      stored_at,
    }));
    note({ company_id: records[0]!.company_id });
    await takeQuotas(records, deps);
    await (isRepeatable ? appendRecords(uuid, records, deps) : deps.appendToBlock({ uuid, records }));
    return records.length;
  },
});

/** Every company of a request needs room in its quota; a refusal takes nothing of any. */
async function takeQuotas(records: NewRecord[], { findMatches, quotas, quota }: AuditDeps): Promise<void> {
  const amounts = new Map<string, number>();
  for (const { company_id } of records) amounts.set(company_id, (amounts.get(company_id) ?? 0) + 1);
  const measure = async (owner: string) => {
    const { total } = await findMatches({ groups: [[companyKey(owner)]] }, { skip: 0, limit: 0 });
    return total;
  };
  if (!(await quotas.take({ amounts, quota, measure })))
    throw invalid({ errors: { company_id: ['has used up its quota of audit records'] } });
}

/** The company of a record: the one it names, or the token's only one. */
function ownerOf(sent: string | undefined, caller: Caller): string {
  if (sent !== undefined) assertHoldsCompany(caller, sent);
  const owner = sent ?? onlyCompany(caller);
  if (owner === undefined) throw invalid({ errors: { company_id: ['is required'] } });
  return owner;
}
