import { found, route } from '@herald/http';
import type { SapienDeps } from '../deps';
import { findCredential } from './find-credential';
import { credentialShape, toCredential } from './to-credential';

export const readCredential = route('GET /sapien/api/v1/credential/:uuid', {
  summary: 'Read a credential with new picture links',
  scope: 'sapien:read',
  resource: 'Credential',
  returns: found(credentialShape),
  errors: { 404: 'No such credential' },
  example: { params: { uuid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10' } },
  handle: async ({ params, caller }, deps: SapienDeps) =>
    toCredential(await findCredential(params.uuid, caller, deps), deps.links.to),
});
