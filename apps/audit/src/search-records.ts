import { object } from '@herald/contracts';
import { pageOf, paging, route } from '@herald/http';
import { auditRecords } from './audit-record.model';
import type { AuditDeps } from './deps';
import { searchCondition } from './search-condition';
import { searchBody } from './search.schema';

export const searchRecords = route('POST /audit/api/v1/audit/search', {
  summary: 'Search audit records, newest first',
  scope: 'audit:read',
  resource: 'Audit',
  query: object(paging()),
  body: searchBody(),
  returns: pageOf(auditRecords.answer, { envelopeKey: 'audit', fields: { always: 'application' } }),
  errors: {},
  aliases: ['GET /audit/api/v1/audit/search'],
  example: { query: { page: 1 }, body: { application: 'wallet', 'source.os': 'android' } },
  async handle({ query, body, caller }, { AuditRecord, findMatches, hiddenFrom }: AuditDeps) {
    const { page, per_page } = query;
    const condition = { ...searchCondition(caller, body), hidden: await hiddenFrom(caller) };
    const { ids, total } = await findMatches(condition, { skip: (page - 1) * per_page, limit: per_page });
    const found = AuditRecord.find({ _id: { $in: ids } }, auditRecords.projection).sort({ _id: -1 });
    const records = ids.length > 0 ? await found.lean() : [];
    return { data: records.map(auditRecords.toAnswer), page, per_page, total };
  },
});
