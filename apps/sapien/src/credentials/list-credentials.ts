import { companyId, normalDni, object, optional, text } from '@herald/contracts';
import { pageOf, paging, route } from '@herald/http';
import { findPage, ownedBy } from '@herald/persistence';
import type { SapienDeps } from '../deps';
import { credentialAnswer, toCredentialAnswer } from './credential.model';

export const listCredentials = route('GET /sapien/api/v1/credential', {
  summary: 'List credentials, newest first',
  description: 'With `nin`, those that were read with this national identification number, written in any common form.',
  scope: 'sapien:read',
  resource: 'Credential',
  query: object({ ...paging(), company_id: optional(companyId()), nin: optional(text(64)) }),
  company: 'query.company_id',
  returns: pageOf(credentialAnswer),
  errors: {},
  example: { query: { company_id: '1' } },
  async handle({ query, caller }, deps: SapienDeps) {
    const { page, per_page, nin, ...wanted } = query;
    const named = nin === undefined ? {} : { 'fields.nin': { $in: formsOf(nin) } };
    const filter = { ...ownedBy(caller), ...wanted, ...named };
    const sort = { created_at: -1, uuid: 1 } as const;
    return findPage(deps.Credential, { filter, page, per_page, sort }, (credential) =>
      toCredentialAnswer(credential, deps.links.to),
    );
  },
});

/** A number is stored as its country prints it: with or without a hyphen before the check digit. */
function formsOf(nin: string): string[] {
  const normal = normalDni(nin);
  return [...new Set([nin, normal, `${normal.slice(0, -1)}-${normal.slice(-1)}`])];
}
