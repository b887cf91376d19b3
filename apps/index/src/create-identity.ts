import { identityUpdated } from '@herald/contracts';
import { created, route } from '@herald/http';
import type { IndexDeps } from './deps';
import { identityBody } from './identity-body';
import { orConflict, resolveApps, withChanges } from './identity-changes';
import { asIdentityUpdated } from './identity-updated';
import { blankIdentity, identityShape, toIdentity } from './identity.model';

export const createIdentity = route('POST /index/v1/identity', {
  summary: 'Create an identity of a person in a company',
  scope: 'index:write',
  resource: 'Identity',
  body: identityBody(),
  company: 'body.company_uid',
  returns: created(identityShape),
  errors: { 404: 'No such app', 409: 'Another identity of the company holds the dni or the e-mail' },
  example: { body: { company_uid: '1', dni: '12.345.678-K', name: 'Ana', last_name: 'Rojas' } },
  async handle({ body, uuid }, { Identity, findApp, emit }: IndexDeps) {
    const apps = await resolveApps(body.company_uid, body.apps, findApp);
    const now = new Date();
    const identity = { ...withChanges(blankIdentity(uuid, body.company_uid, now), body, apps), created_at: now };
    await orConflict(body, Identity, () => Identity.create(identity));
    await emit(identityUpdated, asIdentityUpdated(identity));
    return toIdentity(identity);
  },
});
