import { exampleIds, list, object } from '@herald/contracts';
import { route, updated } from '@herald/http';
import type { SapienDeps } from '../deps';
import { answerCredential } from './answer-credentials';
import { currentChecks, provesAuthenticity } from './authenticity';
import { answerFields, check } from './credential.model';
import { findCredential } from './find-credential';

export const validateCredential = route('POST /sapien/api/v1/credential/:uuid/validation', {
  summary: 'Validate that a card is authentic',
  description:
    'Valid if every check that applies to the document passes and at least one proves its content. ' +
    'A credential stays validated. The expiry is checked at the time of the request. ' +
    'The `uuid` is in the list of credentials.',
  scope: 'sapien:write',
  resource: 'Credential',
  returns: updated(object({ ...answerFields, checks: list(check) })),
  errors: { 404: 'No such credential' },
  example: { params: { uuid: exampleIds.credential } },
  async handle({ params, caller, note }, deps: SapienDeps) {
    const credential = await findCredential(params.uuid, caller, deps);
    note({ company_id: credential.company_id });
    const checks = currentChecks(credential, new Date());
    const validated = credential.validated || provesAuthenticity(checks);
    if (validated) await deps.Credential.updateOne({ uuid: credential.uuid }, { $set: { validated } });
    return { ...(await answerCredential({ ...credential, validated }, caller, deps)), checks };
  },
});
