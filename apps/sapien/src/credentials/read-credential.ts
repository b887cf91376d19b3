import { found, route } from '@herald/http';
import type { SapienDeps } from '../deps';
import { credentialAnswer, toCredentialAnswer } from './credential.model';
import { findCredential } from './find-credential';

export const readCredential = route('GET /sapien/api/v1/credential/:uuid', {
  summary: 'Read a credential with new picture links',
  scope: 'sapien:read',
  resource: 'Credential',
  returns: found(credentialAnswer),
  errors: { 404: 'No such credential' },
  example: { params: { uuid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10' } },
  handle: async ({ params, caller }, deps: SapienDeps) =>
    toCredentialAnswer(await findCredential(params.uuid, caller, deps), deps.links.to),
});
