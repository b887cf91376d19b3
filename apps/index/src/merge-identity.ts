import { setTimeout as sleep } from 'node:timers/promises';
import { identityUpdated, uuid } from '@herald/contracts';
import { invalid, route, updated } from '@herald/http';
import { duplicateKeys, ownedBy } from '@herald/persistence';
import Joi from 'joi';
import type { IndexDeps } from './deps';
import { missingIdentity } from './identity-changes';
import { asIdentityUpdated } from './identity-updated';
import { identityShape, toIdentity, type Identity as Stored } from './identity.model';
import { absorbed, settled } from './merge-rules';
import { releaseUnproven } from './release-unproven';
import { revise } from './revise';

const maxTries = 10;

export const mergeIdentity = route('POST /index/v1/identity/:uuid/merge', {
  summary: 'Merge an identity into another of its company; the other takes over what it lacks',
  scope: 'index:write',
  resource: 'Identity',
  body: Joi.object<{ into: string }>({ into: uuid().required() }),
  returns: updated(identityShape),
  errors: { 404: 'One of both does not exist, or was merged already' },
  example: {
    params: { uuid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10' },
    body: { into: '9d0a1c52-6f43-4a0e-8f7a-2b5f0b0f7c11' },
  },
  async handle({ params, body, caller, note }, { Identity, emit }: IndexDeps) {
    if (params.uuid === body.into) throw invalid({ errors: { into: ['must be another identity'] } });
    const owned = ownedBy(caller);
    const company_id = await moveInto(Identity, params.uuid, body.into, owned);
    note({ company_id });
    const heir = await settle(Identity, { uuid: body.into, company_id });
    if (!heir) throw await missingIdentity(Identity, body.into, owned);
    await emit(identityUpdated, asIdentityUpdated(heir));
    return toIdentity(heir);
  },
});

/** First the heir knows all, then the other goes: a crash in between loses nothing, and a repeat ends the work. */
async function moveInto(Identity: IndexDeps['Identity'], from: string, into: string, owned: object): Promise<string> {
  for (let attempt = 1; attempt <= maxTries; attempt++) {
    const old = await Identity.findOne({ uuid: from, ...owned }).lean<Stored>();
    if (!old) {
      const unfinished = { uuid: into, former_documents: from, inherited: { $exists: true }, ...owned };
      const heir = await Identity.findOne(unfinished).lean<Stored>();
      if (heir) return heir.company_id;
      throw await missingIdentity(Identity, from, owned);
    }
    const { company_id, revision } = old;
    const revised = await revise(Identity, { uuid: into, company_id }, (heir) => absorbed(heir, old));
    if (!revised) throw await missingIdentity(Identity, into, owned);
    const { deletedCount } = await Identity.deleteOne({ uuid: from, company_id, revision });
    if (deletedCount === 1) return company_id;
    // Two that merge into each other would else go on refuting each other in step.
    await sleep(Math.random() * Math.min(200, 10 * 2 ** attempt));
  }
  throw new Error('Others kept writing the identity to merge');
}

/**
 * The heir takes the inherited dni and e-mail. What another identity got in between stays there, unless a device's
 * unproven word put it there.
 */
async function settle(Identity: IndexDeps['Identity'], filter: { uuid: string; company_id: string }) {
  for (let attempt = 1; ; attempt++)
    try {
      return (await revise(Identity, filter, (heir) => (heir.inherited ? settled(heir) : heir)))?.after;
    } catch (error) {
      const taken = duplicateKeys(error)?.find((key) => key === 'dni' || key === 'email');
      if (!taken || attempt === maxTries) throw error;
      await giveUpTaken(Identity, filter, taken);
    }
}

async function giveUpTaken(
  Identity: IndexDeps['Identity'],
  filter: { uuid: string; company_id: string },
  taken: 'dni' | 'email',
): Promise<void> {
  const heir = await Identity.findOne(filter).lean<Stored>();
  const value = heir?.inherited?.[taken];
  if (value === undefined || (await releaseUnproven(Identity, filter.company_id, { [taken]: value }))) return;
  await revise(Identity, filter, ({ inherited: { [taken]: _taken, ...inherited } = {}, ...heir }) => ({
    ...heir,
    inherited,
  }));
}
