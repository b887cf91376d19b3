import type { IndexDeps } from '../deps';
import type { Identity, IdentityKey } from './identity.model';

/** Releases a dni or an e-mail that an identity holds without proof. False: the identity holds it by a proof. */
export async function releaseUnproven(
  { Identity, updateIdentity }: Pick<IndexDeps, 'Identity' | 'updateIdentity'>,
  company_id: string,
  value: Partial<Pick<Identity, IdentityKey>>,
): Promise<boolean> {
  const [key] = Object.keys(value) as [IdentityKey];
  const holder = await Identity.findOne({ company_id, ...value }).lean();
  if (!holder?.unproven?.[key]) return holder === null;
  const { uuid, revision, former_documents } = holder;
  const isLastKey = holder[key === 'dni' ? 'email' : 'dni'] === undefined;
  // Without both keys only its uuid would find the identity; one that others were merged into is kept.
  if (isLastKey && !former_documents) await Identity.deleteOne({ uuid, revision });
  else await updateIdentity({ uuid }, (identity) => identity && withoutKey(identity, key));
  return true;
}

function withoutKey(identity: Identity, key: IdentityKey): Identity {
  if (!identity.unproven?.[key]) return identity;
  const { [key]: _released, ...rest } = identity;
  const { [key]: _holder, ...unproven } = identity.unproven;
  const { [key]: _at, ...said } = identity.said;
  return { ...rest, unproven, said };
}
