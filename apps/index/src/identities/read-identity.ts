import { exampleIds } from '@herald/contracts';
import { found, route } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import { visibleTo } from '@herald/subjects';
import type { IndexDeps } from '../deps';
import { identityAnswer, toIdentityAnswer } from './identity.model';
import { missingIdentity } from './missing-identity';

export const readIdentity = route('GET /index/v1/identity/:uuid', {
  summary: 'Read an identity',
  scope: 'index:read',
  resource: 'Identity',
  logsReads: true,
  returns: found(identityAnswer),
  errors: { 404: 'No such identity, or it was merged into another' },
  example: { params: { uuid: exampleIds.identity } },
  async handle({ params: { uuid }, caller }, { Identity }: IndexDeps) {
    const owned = { ...ownedBy(caller), ...visibleTo(caller) };
    const identity = await Identity.findOne({ uuid, ...owned }).lean();
    if (!identity) throw await missingIdentity(Identity, uuid, owned);
    return toIdentityAnswer(identity);
  },
});
