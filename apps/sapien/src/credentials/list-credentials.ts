import { companyId, object, optional } from '@herald/contracts';
import { pageOf, paging, route } from '@herald/http';
import { findPage, ownedBy } from '@herald/persistence';
import type { SapienDeps } from '../deps';
import { credentialAnswer, toCredentialAnswer } from './credential.model';

export const listCredentials = route('GET /sapien/api/v1/credential', {
  summary: 'List credentials, newest first',
  scope: 'sapien:read',
  resource: 'Credential',
  query: object({ ...paging(), company_id: optional(companyId()) }),
  company: 'query.company_id',
  returns: pageOf(credentialAnswer),
  errors: {},
  example: { query: { company_id: '1' } },
  async handle({ query, caller }, deps: SapienDeps) {
    const { page, per_page, ...wanted } = query;
    const filter = { ...ownedBy(caller), ...wanted };
    const sort = { created_at: -1, uuid: 1 } as const;
    return findPage(deps.Credential, { filter, page, per_page, sort }, (credential) =>
      toCredentialAnswer(credential, deps.links.to),
    );
  },
});
