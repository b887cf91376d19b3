import { companyId } from '@herald/envelopes';
import { pageOf, paging, route, type Paged } from '@herald/http';
import { findPage, ownedBy } from '@herald/persistence';
import Joi from 'joi';
import type { ChronosDeps } from './deps';
import { fileRegisterShape, toFileRegister, type FileRegister } from './file-register.model';

export const listFiles = route('GET /chronos/v1/file_registers', {
  summary: 'List files, newest first',
  scope: 'chronos:read',
  resource: 'File Register',
  query: Joi.object<Paged & { company_id?: string }>({ ...paging(), company_id: companyId() }),
  company: 'query.company_id',
  returns: pageOf(fileRegisterShape),
  errors: {},
  example: { query: { company_id: '1' } },
  async handle({ query, caller }, { FileRegister }: ChronosDeps) {
    const { page, per_page, ...wanted } = query;
    const filter = { ...ownedBy(caller), ...wanted };
    const files = await findPage<FileRegister>(FileRegister, {
      filter,
      page,
      per_page,
      sort: { created_at: -1, uuid: 1 },
    });
    return { ...files, data: files.data.map(toFileRegister) };
  },
});
