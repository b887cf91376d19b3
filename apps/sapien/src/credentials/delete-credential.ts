import { exampleIds, object, string } from '@herald/contracts';
import { success, route } from '@herald/http';
import type { SapienDeps } from '../deps';
import { findCredential } from './find-credential';
import { removeCredential } from './remove-credential';

export const deleteCredential = route('DELETE /sapien/api/v1/credential/:uuid', {
  summary: 'Delete a credential and its pictures',
  description: 'The `uuid` is in the list of credentials.',
  scope: 'sapien:write',
  resource: 'Credential',
  returns: success(200, 'Deleted', object({ uuid: string() })),
  errors: { 404: 'No such credential' },
  example: { params: { uuid: exampleIds.credential } },
  async handle({ params, caller, note }, deps: SapienDeps) {
    const { uuid, company_id } = await findCredential(params.uuid, caller, deps);
    note({ company_id });
    await removeCredential(uuid, deps);
    return { uuid };
  },
});
