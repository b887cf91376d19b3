import { exampleIds, identityUpdated } from '@herald/contracts';
import { route, updated } from '@herald/http';
import { visibleTo } from '@herald/subjects';
import type { IndexDeps } from '../deps';
import { changeIdentity, resolveApps } from './change-identity';
import { identityRequest } from './identity-request.schema';
import { identityAnswer, toIdentityAnswer } from './identity.model';
import { missingIdentity } from './missing-identity';
import { toIdentityUpdated } from './to-identity-updated';
import { writeOrConflict } from './write-or-conflict';

export const updateIdentity = route('PATCH /index/v1/identity/:uuid', {
  summary: 'Update an identity',
  description: 'What the body does not name stays as it is. That of a blocked person takes `privacy:read` as well.',
  scope: 'index:write',
  resource: 'Identity',
  body: identityRequest,
  company: 'body.company_uid',
  returns: updated(identityAnswer),
  errors: {
    404: 'No such identity, or it was merged into another; or no such app',
    409: 'Another identity of the company holds the dni or the e-mail',
  },
  example: {
    params: { uuid: exampleIds.identity },
    body: { company_uid: '1', email: 'ana@example.com', apps: [{ bundle_id: 'com.demo.wallet', version: '2.0.1' }] },
  },
  async handle({ params: { uuid }, body, caller }, deps: IndexDeps) {
    const { Identity, updateIdentity, emit } = deps;
    const key = { uuid, company_id: body.company_uid };
    const owned = { company_id: body.company_uid, ...visibleTo(caller) };
    if (!(await Identity.exists({ uuid, ...owned }))) throw await missingIdentity(Identity, uuid, owned);
    const apps = await resolveApps(body, deps);
    const { after } = await writeOrConflict(body, deps, () =>
      updateIdentity(key, (identity) => identity && changeIdentity(identity, body, apps)),
    );
    if (!after) throw await missingIdentity(Identity, uuid, owned);
    await emit(identityUpdated, toIdentityUpdated(after));
    return toIdentityAnswer(after);
  },
});
