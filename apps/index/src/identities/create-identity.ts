import { created, route } from '@herald/http';
import type { IndexDeps } from '../deps';
import { changeIdentity, resolveApps } from './change-identity';
import { identityRequest } from './identity-request.schema';
import { blankIdentity, identityAnswer, toIdentityAnswer } from './identity.model';
import { tellIdentity } from './tell-identity';
import { writeOrConflict } from './write-or-conflict';

export const createIdentity = route('POST /index/v1/identity', {
  summary: 'Create an identity of a person in a company',
  scope: 'index:write',
  resource: 'Identity',
  body: identityRequest,
  company: 'body.company_uid',
  returns: created(identityAnswer),
  errors: { 404: 'No such app', 409: 'Another identity of the company holds the dni or the e-mail' },
  example: { body: { company_uid: '1', dni: '12.345.678-K', name: 'Ana', last_name: 'Rojas' } },
  async handle({ body, uuid }, deps: IndexDeps) {
    const apps = await resolveApps(body, deps);
    const now = new Date();
    const identity = { ...changeIdentity(blankIdentity(uuid, body.company_uid, now), body, apps), created_at: now };
    // After its process ended, the same request is answered with 409: only the mark makes the identity known.
    const untold = { ...identity, is_untold: true };
    await writeOrConflict(body, deps, () => deps.Identity.create(untold));
    await tellIdentity(untold, deps);
    return toIdentityAnswer(identity);
  },
});
