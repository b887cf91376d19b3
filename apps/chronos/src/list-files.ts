import { companyId, object, optional } from '@herald/contracts';
import { pageOf, paging, route } from '@herald/http';
import { findPage, ownedBy } from '@herald/persistence';
import { visibleTo } from '@herald/subjects';
import type { ChronosDeps } from './deps';
import { fileAnswer, toFileAnswer } from './file-register.model';

export const listFiles = route('GET /chronos/v1/file_registers', {
  summary: 'List files, newest first',
  scope: 'chronos:read',
  resource: 'File Register',
  query: object({ ...paging(), company_id: optional(companyId()) }),
  company: 'query.company_id',
  returns: pageOf(fileAnswer),
  errors: {},
  example: { query: { company_id: '1' } },
  async handle({ query, caller }, { FileRegister }: ChronosDeps) {
    const { page, per_page, ...wanted } = query;
    const filter = { ...ownedBy(caller), ...wanted };
    const except = 'block.is' in visibleTo(caller) ? { 'block.is': true } : undefined;
    const sort = { created_at: -1, uuid: 1 } as const;
    return findPage(FileRegister, { filter, except, page, per_page, sort }, toFileAnswer);
  },
});
