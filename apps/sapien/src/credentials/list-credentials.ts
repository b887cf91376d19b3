import { companyId } from '@herald/contracts';
import { pageOf, paging, route, type Paged } from '@herald/http';
import { findPage, ownedBy } from '@herald/persistence';
import Joi from 'joi';
import type { SapienDeps } from '../deps';
import { credentialShape, toCredential } from './to-credential';

export const listCredentials = route('GET /sapien/api/v1/credential', {
  summary: 'List credentials, newest first',
  scope: 'sapien:read',
  resource: 'Credential',
  query: Joi.object<Paged & { company_id?: string }>({ ...paging(), company_id: companyId() }),
  company: 'query.company_id',
  returns: pageOf(credentialShape),
  errors: {},
  example: { query: { company_id: '1' } },
  async handle({ query, caller }, deps: SapienDeps) {
    const { page, per_page, ...wanted } = query;
    const filter = { ...ownedBy(caller), ...wanted };
    const sort = { created_at: -1, uuid: 1 } as const;
    return findPage(deps.Credential, { filter, page, per_page, sort }, (credential) =>
      toCredential(credential, deps.links.to),
    );
  },
});
