import { companyId, object, optional, text } from '@herald/contracts';
import { pageOf, paging, route } from '@herald/http';
import { findPage } from '@herald/persistence';
import type { SapienDeps } from '../deps';
import { answerCredentials } from './answer-credentials';
import { credentialAnswer } from './credential.model';
import { visibleCredentials } from './find-credential';
import { ninForms } from './nin-forms';

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
    const named = nin === undefined ? {} : { 'fields.nin': { $in: ninForms(nin) } };
    const filter = { ...(await visibleCredentials(caller, deps)), ...wanted, ...named };
    const sort = { created_at: -1, uuid: 1 } as const;
    const found = await findPage(deps.Credential, { filter, page, per_page, sort }, (credential) => credential);
    return { ...found, data: await answerCredentials(found.data, caller, deps) };
  },
});
