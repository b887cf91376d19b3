import { exampleIds } from '@herald/contracts';
import { found, route } from '@herald/http';
import type { SapienDeps } from '../deps';
import { currentChecks } from './authenticity';
import { answerCredential } from './answer-credentials';
import { credentialDetail } from './credential.model';
import { findCredential } from './find-credential';

export const readCredential = route('GET /sapien/api/v1/credential/:uuid', {
  summary: 'Read a credential with new picture links',
  description:
    '`checks` are as of now; `removed_at` is when the retention removes the credential and its pictures. The `uuid` is ' +
    'in the answer of the request that read the card, and in the list of credentials: a new installation has none.',
  scope: 'sapien:read',
  resource: 'Credential',
  logsReads: true,
  returns: found(credentialDetail),
  errors: { 404: 'No such credential' },
  example: { params: { uuid: exampleIds.credential } },
  async handle({ params, caller }, deps: SapienDeps) {
    const credential = await findCredential(params.uuid, caller, deps);
    const removed_at = new Date(credential.created_at.getTime() + deps.retentionMs);
    const checks = currentChecks(credential, new Date());
    return { ...(await answerCredential(credential, caller, deps)), checks, removed_at };
  },
});
