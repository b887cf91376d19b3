import { anyOf, boolean, named, number, object, optional, text, withDefault } from '@herald/contracts';
import { dateFilter, pageOf, paging, route } from '@herald/http';
import { rowsById } from '@herald/persistence';
import Joi from 'joi';
import { auditRecords } from './audit-record.model';
import type { AuditDeps } from './deps';
import { searchCondition, searchableNames } from './search-condition';

const value = () =>
  anyOf(text(10_000).allow(''), number().strict(), boolean().strict()).messages({
    'alternatives.types': 'must be a single value',
  });

const search = withDefault(
  object({ ...named(searchableNames, optional(value())), created_at: optional(dateFilter()) })
    .pattern(Joi.any(), Joi.forbidden())
    .messages({ 'any.unknown': 'is not a name that can be searched' }),
  {},
);

export const searchRecords = route('POST /audit/api/v1/audit/search', {
  summary: 'Search audit records, newest first',
  scope: 'audit:read',
  resource: 'Audit',
  query: object(paging()),
  body: search,
  returns: pageOf(auditRecords.answer, { envelopeKey: 'audit', fields: { always: 'application' } }),
  errors: {},
  aliases: ['GET /audit/api/v1/audit/search'],
  example: { query: { page: 1 }, body: { application: 'wallet', 'source.os': 'android' } },
  async handle({ query, body, caller }, { AuditRecord, countMatches }: AuditDeps) {
    const { page, per_page } = query;
    const filter = searchCondition(caller, body);
    const [matches, all] = await Promise.all([countMatches(filter), AuditRecord.estimatedDocumentCount()]);
    const where = { filter, skip: (page - 1) * per_page, limit: per_page, known: { matches, all } };
    const records = await rowsById(AuditRecord, { ...where, projection: auditRecords.projection, newestFirst: true });
    return { data: records.map(auditRecords.toAnswer), page, per_page, total: matches };
  },
});
