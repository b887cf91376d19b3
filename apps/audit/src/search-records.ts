import { text } from '@herald/envelopes';
import { dateFilter, pageOf, paging, route, type Paged } from '@herald/http';
import { rowsById } from '@herald/persistence';
import Joi from 'joi';
import { auditRecordShape, toAuditRecord } from './audit-record.model';
import type { AuditDeps } from './deps';
import { searchCondition, searchableNames, type Search } from './searchable';

const value = () =>
  Joi.alternatives(text(10_000).allow(''), Joi.number().strict(), Joi.boolean().strict()).messages({
    'alternatives.types': 'must be a single value',
  });

const search = Joi.object<Search>({
  ...Object.fromEntries(searchableNames.map((name) => [name, value()])),
  created_at: dateFilter(),
})
  .pattern(Joi.any(), Joi.forbidden())
  .default({})
  .messages({ 'any.unknown': 'is not a name that can be searched' });

export const searchRecords = route('POST /audit/api/v1/audit/search', {
  summary: 'Search audit records, newest first',
  scope: 'audit:read',
  resource: 'Audit',
  noun: 'audit',
  query: Joi.object<Paged>(paging()),
  body: search,
  fields: { always: 'application' },
  returns: pageOf(auditRecordShape),
  errors: {},
  aliases: ['GET /audit/api/v1/audit/search'],
  example: { query: { page: 1 }, body: { application: 'wallet', 'source.os': 'android' } },
  async handle({ query, body, caller }, { AuditRecord, countMatches }: AuditDeps) {
    const { page, per_page } = query;
    const filter = searchCondition(caller, body);
    const [matches, all] = await Promise.all([countMatches(filter), AuditRecord.estimatedDocumentCount()]);
    const where = { filter, skip: (page - 1) * per_page, limit: per_page, known: { matches, all } };
    const records = await rowsById(AuditRecord, { ...where, projection: { found_by: 0 }, newestFirst: true });
    return { data: records.map(toAuditRecord), page, per_page, total: matches };
  },
});
