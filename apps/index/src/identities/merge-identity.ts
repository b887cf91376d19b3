import { setTimeout as sleep } from 'node:timers/promises';
import { exampleIds, object, uuid } from '@herald/contracts';
import { invalid, route, updated } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import { visibleTo } from '@herald/subjects';
import type { IndexDeps } from '../deps';
import { absorbIdentity, takeInherited } from './absorb-identity';
import { identityAnswer, toIdentityAnswer, type Identity as StoredIdentity, type IdentityKey } from './identity.model';
import { missingIdentity } from './missing-identity';
import { releaseUnproven } from './release-unproven';
import { tellIdentity } from './tell-identity';
import { takenKey } from './write-or-conflict';

const maxTries = 10;

export const mergeIdentity = route('POST /index/v1/identity/:uuid/merge', {
  summary: 'Merge an identity into another one',
  description:
    'Both belong to one company; the other identity takes over what it lacks. Those of blocked persons take ' +
    '`privacy:read` as well.',
  scope: 'index:write',
  resource: 'Identity',
  body: object({ into: uuid() }),
  returns: updated(identityAnswer),
  errors: { 404: 'One of both does not exist, or was merged already' },
  example: {
    params: { uuid: exampleIds.identity },
    body: { into: '9d0a1c52-6f43-4a0e-8f7a-2b5f0b0f7c11' },
  },
  async handle({ params, body, caller, note }, deps: IndexDeps) {
    if (params.uuid === body.into) throw invalid({ errors: { into: ['must be another identity'] } });
    const owned = { ...ownedBy(caller), ...visibleTo(caller) };
    if (!(await deps.Identity.exists({ uuid: body.into, ...owned })))
      throw await missingIdentity(deps.Identity, body.into, owned);
    const company_id = await moveInto(deps, { from: params.uuid, into: body.into, owned });
    note({ company_id });
    const heir = await saveInherited(deps, { uuid: body.into, company_id });
    if (!heir) throw await missingIdentity(deps.Identity, body.into, owned);
    await tellIdentity(heir, deps);
    return toIdentityAnswer(heir);
  },
});

type Identities = Pick<IndexDeps, 'Identity' | 'updateIdentity'>;
type Move = { from: string; into: string; owned: object };
type HeirKey = { uuid: string; company_id: string };

/** The heir is written before the other is deleted: after a crash in between, a retry completes the merge. */
async function moveInto({ Identity, updateIdentity }: Identities, { from, into, owned }: Move): Promise<string> {
  for (let attempt = 1; attempt <= maxTries; attempt++) {
    const old = await Identity.findOne({ uuid: from, ...owned }).lean();
    if (!old) {
      const step = [{ inherited: { $exists: true } }, { is_untold: true }];
      const unfinished = { uuid: into, former_documents: from, $or: step, ...owned };
      const heir = await Identity.findOne(unfinished).lean();
      if (heir) return heir.company_id;
      throw await missingIdentity(Identity, from, owned);
    }
    const { company_id, revision } = old;
    const { after } = await updateIdentity({ uuid: into, company_id }, (heir) => heir && absorbIdentity(heir, old));
    if (!after) throw await missingIdentity(Identity, into, owned);
    const { deletedCount } = await Identity.deleteOne({ uuid: from, company_id, revision });
    if (deletedCount === 1) return company_id;
    // Random backoff: two opposite merges would livelock.
    await sleep(Math.random() * Math.min(200, 10 * 2 ** attempt));
  }
  throw new Error('Too many concurrent updates of the identity to merge');
}

/**
 * The heir takes the inherited dni and e-mail. One that another identity got in between stays there, unless it is
 * unproven.
 */
async function saveInherited(deps: Identities, key: HeirKey): Promise<StoredIdentity | undefined> {
  for (let attempt = 1; ; attempt++)
    try {
      return (await deps.updateIdentity(key, (heir) => (heir?.inherited ? takeInherited(heir) : heir))).after;
    } catch (error) {
      const taken = takenKey(error);
      if (!taken || attempt === maxTries) throw error;
      await releaseOrDrop(deps, key, taken);
    }
}

async function releaseOrDrop(deps: Identities, key: HeirKey, taken: IdentityKey): Promise<void> {
  const value = (await deps.Identity.findOne(key).lean())?.inherited?.[taken];
  if (value === undefined || (await releaseUnproven(deps, key.company_id, { [taken]: value }))) return;
  await deps.updateIdentity(key, (heir) => heir && withoutInherited(heir, taken));
}

function withoutInherited(heir: StoredIdentity, taken: IdentityKey): StoredIdentity {
  const { [taken]: _taken, ...inherited } = heir.inherited ?? {};
  return { ...heir, inherited };
}
