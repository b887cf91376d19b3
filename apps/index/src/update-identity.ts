import { identityUpdated } from '@herald/contracts';
import { route, updated } from '@herald/http';
import type { IndexDeps } from './deps';
import { identityBody } from './identity-body';
import { missingIdentity, orConflict, resolveApps, withChanges } from './identity-changes';
import { asIdentityUpdated } from './identity-updated';
import { identityShape, toIdentity } from './identity.model';
import { revise } from './revise';

export const updateIdentity = route('PATCH /index/v1/identity/:uuid', {
  summary: 'Update an identity; what the body does not name stays as it is',
  scope: 'index:write',
  resource: 'Identity',
  body: identityBody(),
  company: 'body.company_uid',
  returns: updated(identityShape),
  errors: {
    404: 'No such identity, or it was merged into another; or no such app',
    409: 'Another identity of the company holds the dni or the e-mail',
  },
  example: {
    params: { uuid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10' },
    body: { company_uid: '1', email: 'ana@example.com', apps: [{ bundle_id: 'com.acme.wallet', version: '2.0.1' }] },
  },
  async handle({ params, body }, { Identity, findApp, emit }: IndexDeps) {
    const named = { uuid: params.uuid, company_id: body.company_uid };
    if (!(await Identity.exists(named)))
      throw await missingIdentity(Identity, params.uuid, { company_id: body.company_uid });
    const apps = await resolveApps(body.company_uid, body.apps, findApp);
    const write = () => revise(Identity, named, (identity) => withChanges(identity, body, apps));
    const revised = await orConflict(body, Identity, write);
    if (!revised) throw await missingIdentity(Identity, params.uuid, { company_id: body.company_uid });
    await emit(identityUpdated, asIdentityUpdated(revised.after));
    return toIdentity(revised.after);
  },
});
