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
  example: { params: { uuid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10' } },
  async handle({ params: { uuid }, caller }, { Identity }: IndexDeps) {
    const owned = { ...ownedBy(caller), ...visibleTo(caller) };
    const identity = await Identity.findOne({ uuid, ...owned }).lean();
    if (!identity) throw await missingIdentity(Identity, uuid, owned);
    return toIdentityAnswer(identity);
  },
});
