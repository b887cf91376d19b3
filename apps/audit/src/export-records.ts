import { csv, route } from '@herald/http';
import { auditRecords } from './audit-record.model';
import type { AuditDeps } from './deps';
import { searchCondition, type SearchCondition } from './search-condition';
import { searchBody } from './search.schema';
import { walkMatches } from './walk-matches';

const pageSize = 1_000;

export const exportRecords = route('POST /audit/api/v1/audit/search.csv', {
  summary: 'Download audit records as CSV',
  description: 'All records that match, as in the search and in its order, in one streamed file. Objects are JSON.',
  scope: 'audit:read',
  resource: 'Audit',
  body: searchBody(),
  returns: csv(auditRecords.answer),
  errors: { 429: 'Too many downloads of one caller' },
  example: { body: { application: 'wallet', 'source.os': 'android' } },
  async handle({ body, caller }, deps: AuditDeps) {
    const condition = { ...searchCondition(caller, body), hidden: await deps.hiddenFrom(caller) };
    return { name: 'audit.csv', pages: pagesOf(condition, deps) };
  },
});

async function* pagesOf(condition: SearchCondition, deps: AuditDeps) {
  for await (const ids of walkMatches(condition, deps, pageSize)) {
    const records = await deps.AuditRecord.find({ _id: { $in: ids } }, auditRecords.projection)
      .sort({ _id: -1 })
      .lean();
    yield records.map(auditRecords.toAnswer);
  }
}
