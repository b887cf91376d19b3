import { found, route } from '@herald/http';
import type { SapienDeps } from '../deps';
import { currentChecks } from './authenticity';
import { answerCredential } from './answer-credentials';
import { credentialDetail } from './credential.model';
import { findCredential } from './find-credential';

export const readCredential = route('GET /sapien/api/v1/credential/:uuid', {
  summary: 'Read a credential with new picture links',
  description: '`checks` are as of now; `removed_at` is when the retention removes the credential and its pictures.',
  scope: 'sapien:read',
  resource: 'Credential',
  logsReads: true,
  returns: found(credentialDetail),
  errors: { 404: 'No such credential' },
  example: { params: { uuid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10' } },
  async handle({ params, caller }, deps: SapienDeps) {
    const credential = await findCredential(params.uuid, caller, deps);
    const removed_at = new Date(credential.created_at.getTime() + deps.retentionMs);
    const checks = currentChecks(credential, new Date());
    return { ...(await answerCredential(credential, caller, deps)), checks, removed_at };
  },
});
